// Inside a worker of Node: the few globals that a browser's worker has, then the module it is for.
import { readFile } from "node:fs/promises";
import { webcrypto } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";

globalThis.crypto ??= webcrypto;
globalThis.onmessage = null;
globalThis.postMessage = (data) => parentPort.postMessage(data);
globalThis.fetch = async (address) => {
  try {
    const bytes = await readFile(new URL(address));
    return { ok: true, arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) };
  } catch {
    return { ok: false };
  }
};
const waiting = []; // what comes before the module is there
let ready = false;
parentPort.on("message", (data) => (ready ? globalThis.onmessage({ data }) : waiting.push(data)));
await import(workerData);
ready = true;
for (const data of waiting) globalThis.onmessage({ data });
