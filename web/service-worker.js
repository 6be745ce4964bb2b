// Works offline after the first visit. Everything the page needs is fetched once and kept; later
// visits take what is kept at once and look for something newer behind the person's back. A page that comes
// from here may share memory: the headers for it are put in where the host does not send them.
const KEPT = "potez-1";

// files.json lists them all (tools/web-files writes it); of the engines only the one that the page uses
// is wanted, and the page says which.
const ENGINE = `engine/${new URL(location).searchParams.get("engine") ?? "potez-simd"}.wasm`;

async function fileList() {
  const answer = await fetch("files.json", { cache: "no-cache" });
  return (await answer.json()).filter((file) => !file.startsWith("engine/potez") || file === ENGINE);
}

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(KEPT);
    await Promise.all((await fileList()).map(async (file) => {
      const answer = await fetch(file, { cache: "no-cache" });
      if (answer.ok) await kept.put(file, answer);
    }));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("potez-") && name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  })());
});

async function answer(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request, { ignoreSearch: true });
  const fresh = fetch(request).then(async (response) => {
    if (response.ok && response.type === "basic") await kept.put(request, response.clone());
    return response;
  });
  if (!found) return fresh;
  fresh.catch(() => null); // offline: what is kept will do
  return found;
}

const ISOLATION = [["Cross-Origin-Opener-Policy", "same-origin"], ["Cross-Origin-Embedder-Policy", "require-corp"]];

function isolated(response) {
  if (response.type === "opaqueredirect" || response.type === "error" || ISOLATION.every(([name]) => response.headers.has(name))) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of ISOLATION) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener("fetch", (event) => {
  const { request } = event, { scope } = self.registration;
  if (request.method !== "GET" || !request.url.startsWith(scope) || request.url.startsWith(`${scope}api/`)) return;
  event.respondWith(answer(request).then(isolated));
});
