// Store: what the server said last, and who is told when that changes.

import { called } from "./words.js";

export class Store {
  constructor() {
    this.head = { title: "", pack: "", source: "", languages: [], parts: [], colours: [], play: false, analyses: [], eyes: [] };
    this.faces = new Map();
    this.order = [];
    this.old = new Set();
    this.faults = [];
    this.phase = "reading";
    this.edition = -1; // another after each save, and of each server
    this.drawn = new Set(); // languages whose faces all stand as they should
    this.verdict = "unknown";
    this.there = true;
    this.listeners = [];
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  // Take a message over; who listens is given the ids of the faces that changed.
  take({ begins, changes }) {
    const changed = new Set();
    const before = begins ? new Set(this.faces.keys()) : new Set();
    let head = false;
    for (const change of changes) {
      if (change.kind === "head") {
        const [parts, colours, analyses] = [change.parts, change.colours, change.analyses].map(called);
        this.head = { ...change, parts, colours, analyses };
        head = true;
      } else if (change.kind === "faces") {
        for (const face of change.changed) {
          before.delete(face.id);
          if (JSON.stringify(this.faces.get(face.id)) === JSON.stringify(face)) continue; // after a pause
          this.faces.set(face.id, face);
          changed.add(face.id);
        }
        for (const id of change.gone) {
          this.faces.delete(id);
          changed.add(id);
        }
        if (change.order) this.order = change.order;
      } else if (change.kind === "old") {
        this.old = new Set(change.languages);
      } else if (change.kind === "state") {
        this.phase = change.phase;
        this.verdict = change.verdict;
        this.edition = change.edition;
        this.drawn = new Set(change.drawn);
        if (change.faults) this.faults = change.faults;
      }
    }
    for (const id of before) {
      this.faces.delete(id);
      changed.add(id);
    }
    if (begins && !changes.some((change) => change.kind === "old")) this.old = new Set();
    for (const listener of this.listeners) listener({ changed, head });
  }

  connect(there) {
    this.there = there;
    for (const listener of this.listeners) listener({ changed: new Set(), head: false });
  }

  // All faces in their order: as the parts ask for them, and those that were only just drawn after them.
  *all() {
    const told = new Set();
    for (const id of this.order) {
      const face = this.faces.get(id);
      if (face) {
        told.add(id);
        yield face;
      }
    }
    for (const face of this.faces.values()) if (!told.has(face.id)) yield face;
  }

  isOld(face) {
    return face.state === "old" || this.old.has(face.language);
  }
}
