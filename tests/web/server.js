// A plain static server for the tests: web/ and the engine from a build directory, with the headers
// that potez serve sends. Usage: node server.js BUILD [PORT]; also used as a module.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
  ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm", ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json", ".lvl": "text/plain; charset=utf-8", ".txt": "text/plain; charset=utf-8" };
const isolation = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// `isolated` of false leaves out the headers that allow shared memory; `own` has the contents of files, by path, that
// are to be served in place of those on disk.
export function serve({ build = join(root, "build/release"), port = 0, isolated = true, own = {} } = {}) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/^[/.]+/, "").replace(/(^|\/)$/, "$1index.html");
    if (path === "api/v1/health") {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"ok":false}');
      return;
    }
    const built = join(build, "src/ports/browser", path.slice(7)), model = path.startsWith("models/");
    const fetched = join(root, "vendor/three", path.slice(7)); // by tools/vendor
    const page = join(build, "src/ports/server", path); // by tools/site
    const file = path.startsWith("docs/") && existsSync(page) ? page : path.startsWith("vendor/") && existsSync(fetched) ? fetched
      : /^(engine|vendor)\//.test(path) || (model && existsSync(built)) ? built : join(root, model ? "." : "web", path);
    if (!(path in own) && (!existsSync(file) || !statSync(file).isFile())) {
      response.writeHead(404).end("not found");
      return;
    }
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream", "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache", ...(isolated ? isolation : {}) });
    if (path in own) response.end(own[path]);
    else createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve({ address: `http://127.0.0.1:${server.address().port}/`, close: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }) }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve({ build: process.argv[2], port: Number(process.argv[3] ?? 8088) });
  console.log(address);
}
