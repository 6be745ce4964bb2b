// The head of the page: the mark, the games, and what can be set.
import { applyLook, change, setting } from "./settings.js";
import { gameTitle, places } from "./games.js";
import { h, replace } from "./dom.js";
import { icon, mark } from "./icons.js";
import { language, languages, t } from "./texts.js";
import { sound } from "./sounds.js";

let music = null; // the module, once somebody has asked for it

async function startMusic() {
  if (!setting("music") || music) return;
  music = await import("./music.js");
  music.begin();
}

function musicButton() {
  const button = h("button", { type: "button", class: "square plain music", onclick: () => {
    change("music", !setting("music"));
    draw();
    startMusic();
  } }, icon("music"));
  const draw = () => {
    button.setAttribute("aria-label", t(setting("music") ? "music.off" : "music.on"));
    button.title = button.getAttribute("aria-label");
    button.setAttribute("aria-pressed", setting("music"));
  };
  draw();
  startMusic();
  return button;
}

const themes = ["auto", "light", "dark"];
const themeIcons = { auto: "half", light: "sun", dark: "moon" };

// Closes the list of games on small windows; whether it was open.
export function closeMenu() {
  const host = document.getElementById("header"), open = host.classList.contains("open");
  host.classList.remove("open");
  host.querySelector(".burger")?.setAttribute("aria-expanded", "false");
  return open;
}

export function header(app, current) {
  const host = document.getElementById("header");
  document.getElementById("skip").textContent = t("skip");
  const link = (name, title) => h("a", { href: `#${name}`, "aria-current": current === name ? "page" : null }, title);
  const links = [...app.engine.games.map((game) => link(game.name, gameTitle(game))), ...Object.keys(places).map((name) => link(name, t(`nav.${name}`)))];
  const volume = h("input", { type: "range", min: 0, max: 100, step: 5, value: setting("muted") ? 0 : setting("volume"), "aria-label": t("sound.volume"),
    oninput: (event) => {
      const value = Number(event.target.value);
      change("muted", value === 0);
      if (value) change("volume", value);
      soundIcon();
    }, onchange: () => sound("put") });
  const mute = h("button", { type: "button", class: "square plain", onclick: () => {
    change("muted", !setting("muted"));
    volume.value = setting("muted") ? 0 : setting("volume");
    soundIcon();
  } });
  const soundIcon = () => {
    replace(mute, icon(setting("muted") ? "silent" : "sound"));
    mute.setAttribute("aria-label", t(setting("muted") ? "sound.on" : "sound.off"));
    mute.title = mute.getAttribute("aria-label");
    mute.setAttribute("aria-pressed", setting("muted"));
  };
  soundIcon();
  const theme = h("button", { type: "button", class: "square plain", onclick: () => {
    change("theme", themes[(themes.indexOf(setting("theme")) + 1) % themes.length]);
    applyLook();
    themeIcon();
  } });
  const themeIcon = () => {
    replace(theme, icon(themeIcons[setting("theme")]));
    theme.setAttribute("aria-label", t(`theme.${setting("theme")}`));
    theme.title = theme.getAttribute("aria-label");
  };
  themeIcon();
  const tongue = h("select", { "aria-label": t("language"), onchange: (event) => app.speak(event.target.value) },
    Object.entries(languages).map(([code, name]) => h("option", { value: code, lang: code, selected: code === language() }, name)));
  const nav = h("nav", { id: "games-nav", "aria-label": t("nav.games") }, links);
  const burger = h("button", { type: "button", class: "square plain burger", "aria-label": t("nav.games"), "aria-expanded": "false", "aria-controls": "games-nav",
    onclick: () => {
      const open = host.classList.toggle("open");
      burger.setAttribute("aria-expanded", open);
    } }, icon("menu"));
  host.classList.remove("open");
  replace(host, h("a", { class: "brand", href: "#", "aria-label": t("home") }, mark(), h("span", {}, "Potez")), nav,
    h("div", { class: "tools" }, h("div", { class: "volume" }, musicButton(), mute, volume), theme, h("span", { class: "tongue" }, icon("globe", 18), tongue), burger));
}
