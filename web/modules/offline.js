// Use offline, and threads on hosts that do not send the two headers for them: the service worker keeps the page and
// puts the headers in. They count from the next load on, so a page that nobody has touched yet loads once more.
import { engineIfShared } from "./potez.js";

const TRIED = "potez.loaded-again";
let touched = false;
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { touched = true; }, { capture: true, once: true });

function loadAgain() {
  if (touched || crossOriginIsolated || engineIfShared() !== "potez-threads") return;
  try {
    if (sessionStorage.getItem(TRIED)) return;
    sessionStorage.setItem(TRIED, "yes");
  } catch {
    return; // nothing is remembered, so it could go on for ever
  }
  location.reload();
}

navigator.serviceWorker.addEventListener("controllerchange", loadAgain);
navigator.serviceWorker.register(`service-worker.js?engine=${engineIfShared()}`).catch(() => null);
