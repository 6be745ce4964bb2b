// potez serve itself, for tests of what the page and the server do together.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const build = process.env.POTEZ_BUILD ?? fileURLToPath(new URL("../../build/release", import.meta.url));

// Starts it on a free port with a data folder of its own, and what else it is to be told.
export async function serveProgram(...options) {
  const program = spawn(join(build, "src/ports/potez"), ["serve", "--port", "0", "--data", mkdtempSync(join(tmpdir(), "potez-")), ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const end = () => program.kill();
  process.once("exit", end); // also when a test fails before it closes the server
  const address = await new Promise((resolve, reject) => {
    let text = "";
    program.stdout.on("data", (data) => {
      text += data;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0].endsWith("/") ? found[0] : `${found[0]}/`);
    });
    program.on("exit", (code) => reject(new Error(`potez serve ended with ${code}`)));
  });
  return { address, close: () => { program.removeAllListeners("exit"); process.removeListener("exit", end); program.kill(); } };
}
