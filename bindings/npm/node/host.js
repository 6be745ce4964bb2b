// What a browser has and Node lacks: reading the package's files, and workers that browsers' modules can run in.
import { readFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { Worker } from "node:worker_threads";

export const cores = availableParallelism?.() ?? cpus().length;

export const read = (address) => readFile(address);

// A worker with the face of a browser's. It keeps the process alive only while it is asked something.
export function spawn(address) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: address.href });
  const face = {
    onmessage: null,
    onerror: null,
    postMessage: (data) => worker.postMessage(data),
    terminate: () => worker.terminate(),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
  worker.on("message", (data) => face.onmessage?.({ data }));
  worker.on("error", (error) => face.onerror?.(error));
  return face;
}
