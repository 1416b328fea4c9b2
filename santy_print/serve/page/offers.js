// Offers: what there is to choose from on paper, as the server knows it; asked for once, and again after each save.

import { ask } from "./ask.js";
import { keep, kept } from "./dom.js";
import { called } from "./words.js";

const NOTHING = { documents: [], papers: [], duplex: [], inks: [], printers: [], rulebook: { papers: [], inks: [] } };

export class Offers {
  constructor(page) {
    this.page = page;
    this.edition = -1;
  }

  get known() {
    const pack = this.page.store.head.pack;
    return (this.found?.pack === pack && this.found.data) || kept(`offers.${pack}`, NOTHING);
  }

  // Whether there are other ones than before.
  async renew() {
    const edition = this.page.edition;
    if (edition < 0 || edition === this.edition) return false;
    const pack = this.page.store.head.pack;
    const before = JSON.stringify(this.known);
    const { data, later, gone } = await ask("choices");
    if (later || gone) return false;
    this.edition = edition;
    if (!data) return false; // the pack has a fault: what it had before is still offered
    data.documents = called(data.documents);
    this.found = { pack, data };
    keep(`offers.${pack}`, data);
    return JSON.stringify(data) !== before;
  }
}

export function paperName(id) {
  return id.charAt(0).toUpperCase() + id.slice(1);
}
