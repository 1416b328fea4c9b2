// Ask: what a view wants once from the server. Answers are plain data or, where they are files, blobs.

import { say } from "./words.js";

// Either {data}, {blob, name}, or {reason, faults} where it was not done; {later: true} where something newer was asked.
export async function ask(name, given = {}) {
  let answer;
  try {
    const headers = { "content-type": "application/json" };
    answer = await fetch(`ask/${name}`, { method: "POST", headers, body: JSON.stringify(given) });
    if (answer.ok && !answer.headers.get("content-type").startsWith("application/json")) {
      const [, kept] = /filename\*=UTF-8''(.*)$/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
      return { blob: await answer.blob(), name: kept ? decodeURIComponent(kept) : "" };
    }
    if (answer.status === 503) return { reason: "", faults: [], gone: true }; // it ends
    const data = await answer.json();
    if (answer.ok) return { data };
    return { reason: data.word ? say(data.word, data.values) : data.reason, faults: data.faults, later: answer.status === 409 };
  } catch {
    return { reason: "", faults: [], gone: true };
  }
}
