// What lies on top of a pile: its number, the ring of a Teleporter, the bar of an Increaser; drawn
// once for each combination and shared. Shapes tell what colours tell, for eyes that cannot tell them
// apart.

const SIDE = 128;
const FONT = "Inter, system-ui, sans-serif";

export const palette = {
  light: { cells: ["#f4f0e6", "#5b9bf0", "#33bdae", "#ea6a53", "#9a70e6"], tile: "#d9d4c6", edge: "#b9b3a3", hemisphere: ["#ffffff", "#cfc8b8"], sun: 1.75, sky: 1.5 },
  dark: { cells: ["#d9d6cd", "#4d8ee8", "#2aa89a", "#d85a44", "#8a61da"], tile: "#2b3442", edge: "#465264", hemisphere: ["#dfe6f2", "#39424f"], sun: 1.9, sky: 1.15 },
};
export const PLAYER = "#f7c325", BLUE = "#1d5fd0", RED = "#c2341d", ORANGE = "#f08c00";

function canvas(width = SIDE, height = SIDE) {
  const element = document.createElement("canvas");
  element.width = width;
  element.height = height;
  const context = element.getContext("2d");
  context.textAlign = "center";
  context.textBaseline = "middle";
  return [element, context];
}

function texture(THREE, element) {
  const made = new THREE.CanvasTexture(element);
  made.colorSpace = THREE.SRGBColorSpace;
  made.anisotropy = 8;
  return made;
}

function ring(context) {
  for (const [width, colour] of [[20, "#ffffff"], [11, BLUE]]) {
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.beginPath();
    context.arc(SIDE / 2, SIDE / 2, SIDE * 0.4, 0, 7);
    context.stroke();
  }
}

// A pill at the lower edge with what is added to every cell of the group.
function bar(context, add) {
  context.fillStyle = RED;
  context.strokeStyle = "#ffffff";
  context.lineWidth = 5;
  context.beginPath();
  context.roundRect(SIDE * 0.24, SIDE * 0.7, SIDE * 0.52, SIDE * 0.24, 15);
  context.fill();
  context.stroke();
  context.fillStyle = "#ffffff";
  context.font = `800 27px ${FONT}`;
  context.fillText(add === 0 ? "0" : `\u2212${-add}`, SIDE / 2, SIDE * 0.83);
}

export function topPicture(THREE, { value, teleporter, add, colour }) {
  const [element, context] = canvas();
  if (teleporter) ring(context);
  if (add !== null) bar(context, add);
  if (value > 1 || (value > 0 && (teleporter || add !== null))) {
    const text = String(value);
    context.font = `750 ${text.length > 2 ? 40 : 54}px ${FONT}`;
    context.lineWidth = 9;
    context.lineJoin = "round";
    context.strokeStyle = colour === 0 ? "#ffffffcc" : "#ffffffb0";
    const y = SIDE * (add === null ? 0.52 : 0.42);
    context.strokeText(text, SIDE / 2, y);
    context.fillStyle = "#1c2430";
    context.fillText(text, SIDE / 2, y);
  }
  return texture(THREE, element);
}

// A key that leads to a cell.
export function keyPicture(THREE, text) {
  const [element, context] = canvas(64, 64);
  context.fillStyle = "#0d7a6f";
  context.strokeStyle = "#ffffff";
  context.lineWidth = 4;
  context.beginPath();
  context.roundRect(7, 7, 50, 50, 15);
  context.fill();
  context.stroke();
  context.fillStyle = "#ffffff";
  context.font = `750 32px ${FONT}`;
  context.fillText(text, 32, 34);
  return texture(THREE, element);
}

export function namePicture(THREE, text, ink) {
  const [element, context] = canvas(512, 96);
  context.fillStyle = ink;
  context.font = `600 50px ${FONT}`;
  context.fillText(text, 256, 50);
  return texture(THREE, element);
}
