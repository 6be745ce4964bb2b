// For those who build the Connect Four machine: its parts, its board, its program, a test of what was soldered, and a
// finished one on the USB port in the place of the one that is drawn. Below the machine, loaded when it is opened.
import { h, loadStyle, replace } from "./dom.js";
import { hasSerial, readLights, readNews, SerialBoard } from "./serial-board.js";
import { needTexts, t } from "./texts.js";

const LOG = 200; // lines
const asset = (path) => new URL(`../${path}`, import.meta.url).href;
const picture = (name, label) => h("a", { href: asset(`docs/pictures/${name}.png`), target: "_blank", rel: "noopener" },
  h("img", { src: asset(`docs/pictures/${name}.png`), alt: t(label), loading: "lazy" }));
const kilobytes = (bytes) => t("makers.kilobytes", { n: Math.ceil(bytes / 1000) });

class Makers {
  constructor(view, { parts, files }) {
    this.view = view;
    this.log = h("pre", { class: "serial-log", role: "log", tabindex: 0, "aria-label": t("makers.log"), hidden: true });
    this.join = h("button", { type: "button", onclick: () => (this.board ? this.#leave() : this.#choose()) }, t("makers.connect"));
    this.element = h("div", { class: "makers" },
      h("h2", {}, t("makers.parts")), this.#parts(parts), h("p", {}, t("makers.besides")),
      h("h2", {}, t("makers.board")), h("p", {}, t("makers.board.text")),
      h("div", { class: "pictures" }, picture("automaton-assembled-front", "makers.front"), picture("automaton-assembled-back", "makers.back"),
        picture("automaton-schematic", "makers.schematic")),
      this.#download(files, "automaton-board.zip", "makers.project"),
      h("h2", {}, t("makers.firmware")), this.#firmware(files),
      h("h2", {}, t("makers.test")), h("p", {}, t("makers.test.text")),
      h("p", {}, h("button", { type: "button", onclick: () => this.#test() }, t("makers.test.begin"))),
      h("h2", {}, t("makers.serial")), hasSerial() ? [h("p", {}, t("makers.serial.text")), h("p", {}, this.join)] : h("p", {}, t("makers.serial.none")), this.log,
      h("p", {}, h("a", { href: asset("docs/automaton.html") }, t("makers.more")), " \u00b7 ", h("a", { href: asset("docs/automaton-board.html") }, t("makers.more.board"))));
  }

  #parts(parts) {
    return h("div", { class: "parts", tabindex: 0, role: "region", "aria-label": t("makers.parts") }, h("table", {},
      h("thead", {}, h("tr", {}, ["part", "count", "value", "order"].map((name) => h("th", { scope: "col" }, t(`makers.${name}`))))),
      h("tbody", {}, parts.map(({ refs, first, count, value }) => h("tr", {}, h("th", { scope: "row" }, refs), h("td", {}, String(count)), h("td", {}, value),
        h("td", {}, t(`makers.order.${first}`)))))));
  }

  #download(files, name, label) {
    const file = files[name];
    return file ? h("p", {}, h("a", { class: "button", href: asset(`makers/${name}`), download: name }, `${t(label)} (${kilobytes(file.bytes)})`),
      h("small", { class: "sum" }, `SHA-256 ${file.sha256}`)) : null;
  }

  #firmware(files) {
    return [h("p", {}, t(files["automaton.bin"] ? "makers.firmware.text" : "makers.firmware.none")), this.#download(files, "automaton.bin", "makers.image"),
      h("pre", { tabindex: 0, "aria-label": t("makers.flash") },
        "pip install esptool\nesptool.py --port /dev/ttyUSB0 --baud 460800 write_flash --flash_mode dout 0x0 automaton.bin")];
  }

  #test() {
    if (this.board) this.board.send("test");
    else this.view.selfTest();
    this.view.element.scrollIntoView({ block: "start" });
  }

  async #choose() {
    try {
      const port = await navigator.serial.requestPort();
      const board = new SerialBoard(port, { onLine: (line) => this.#hear(line), onGone: () => this.#gone() });
      await board.open();
      this.board = board;
      this.view.follow(board);
      this.join.textContent = t("makers.disconnect");
    } catch (error) {
      if (error.name !== "NotFoundError") this.#note(t("makers.failed", { reason: error.message })); // nothing was chosen: no news
    }
  }

  async #leave() {
    const { board } = this;
    this.board = null;
    this.view.follow(null);
    this.join.textContent = t("makers.connect");
    await board?.close();
  }

  #gone() {
    this.#note(t("makers.gone"));
    this.#leave();
  }

  #note(line) {
    this.log.hidden = false;
    this.lines = [...(this.lines ?? []), line].slice(-LOG);
    replace(this.log, this.lines.join("\n"));
    this.log.scrollTop = this.log.scrollHeight;
  }

  #hear(line) {
    const lights = readLights(line);
    if (lights) {
      this.view.showLights(lights);
      return;
    }
    this.#note(line);
    const [name, about] = readNews(line) ?? [];
    if (name) this.view.tell(t(name, "side" in about ? { ...about, side: t(`automaton.side.${about.side}`) } : about));
  }

  close() {
    if (this.board) this.#leave();
  }
}

export async function openMakers(view) {
  const [answer] = await Promise.all([fetch(asset("makers/makers.json")), needTexts("makers"), loadStyle(new URL("../style/makers.css", import.meta.url).href)]);
  if (!answer.ok) throw new Error(`makers/makers.json: ${answer.status}`);
  return new Makers(view, await answer.json());
}
