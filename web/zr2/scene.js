// The board in three dimensions: piles of cubes as high as the value, the player's yellow cube, and
// what is shown over them. It draws only when something has changed.
//
//   const scene = await openScene(host, { label, onTap(cell, { button, shift }), onHover(cell) });
//   scene.show({ level, values, player, steps, marks }, change);
//
// `steps` maps cells to the key that leads there. `marks` is what an editor points at: { selected,
// cursor, chosen (the player), members, target }. `change` tells what led here: { cell, from, back }.
import { motionWanted } from "../modules/dom.js";
import { Camera } from "./camera.js";
import { choice } from "./store.js";
import { BLUE, keyPicture, namePicture, ORANGE, palette, PLAYER, RED, topPicture } from "./paint.js";
import { ScenePointer } from "./pointer.js";
import { Tweens } from "./tweens.js";

export const TALL = 0.5, WIDE = 0.93, CUBES = 9; // a cube's height and width; the most in a pile
const FLOOR = 0.08, LABELS = 1600; // boards with more cells than that show numbers when pointed at
const vendor = new URL("../vendor/three.module.min.js", import.meta.url).href;

export async function openScene(host, options) {
  const THREE = await import(vendor);
  keepOffline();
  return new Scene(THREE, host, options);
}

// On the first visit the library came past the service worker; asking again lets it be kept.
function keepOffline() {
  navigator.serviceWorker?.ready.then(async () => {
    for (const name of [vendor, vendor.replace("module", "core")]) if (!(await caches.match(name))) await fetch(name);
  }).catch(() => null);
}

export const pileHeight = (value) => FLOOR + Math.min(value, CUBES) * TALL;

// A box with round edges: a finely cut box whose outer points are drawn in to a smaller one and out again
// along the same line to the radius.
function roundBox(THREE, wide, tall, deep, radius) {
  const geometry = new THREE.BoxGeometry(wide, tall, deep, 6, 6, 6);
  const { position, normal } = geometry.attributes;
  const inner = new THREE.Vector3(), point = new THREE.Vector3();
  const half = new THREE.Vector3(wide / 2 - radius, tall / 2 - radius, deep / 2 - radius);
  const pull = (value, whole, part) => {
    // the middle cuts go to where the edge begins, so that the faces stay flat
    const share = Math.round((value / whole + 0.5) * 6);
    return [-whole / 2, -part - radius * 0.4, -part, 0, part, part + radius * 0.4, whole / 2][share];
  };
  for (let i = 0; i < position.count; i++) {
    point.set(pull(position.getX(i), wide, half.x), pull(position.getY(i), tall, half.y), pull(position.getZ(i), deep, half.z));
    inner.copy(point).clamp(half.clone().negate(), half);
    point.sub(inner).normalize();
    normal.setXYZ(i, point.x, point.y, point.z);
    point.multiplyScalar(radius).add(inner);
    position.setXYZ(i, point.x, point.y, point.z);
  }
  return geometry;
}

export class Scene {
  constructor(THREE, host, { label = "", onTap = null, onHover = null }) {
    this.THREE = THREE;
    this.host = host;
    this.onHover = onHover;
    this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, powerPreference: "low-power" });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.canvas = this.renderer.domElement;
    this.canvas.className = "scene";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
    this.root = new THREE.Scene();
    this.camera = new Camera(THREE, { changed: () => this.wake() });
    this.tweens = new Tweens(() => this.wake());
    this.pictures = new Map();
    this.hovered = null;
    this.#lights();
    this.#parts();
    this.#colours();
    this.pointer = new ScenePointer(this.canvas, { camera: this.camera,
      onTap: (event, button) => onTap?.(this.pick(event), { button, shift: event.shiftKey, touch: event.pointerType === "touch", player: this.hitPlayer }),
      onHover: (event) => this.hover(event ? this.pick(event) : null) });
    host.append(this.canvas);
    this.canvas.addEventListener("webglcontextrestored", () => this.wake());
    this.watcher = new ResizeObserver(() => this.#resize());
    this.watcher.observe(host);
    this.themes = new MutationObserver(() => {
      this.#colours();
      this.#draw();
    });
    this.themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.#resize();
  }

  #lights() {
    const { THREE } = this;
    this.sky = new THREE.HemisphereLight();
    this.sun = new THREE.DirectionalLight("#fff6e6");
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.02;
    this.sun.shadow.radius = 3;
    this.root.add(this.sky, this.sun, this.sun.target);
  }

  #parts() {
    const { THREE } = this;
    this.cube = roundBox(THREE, WIDE, TALL - 0.02, WIDE, 0.06);
    this.solid = new THREE.MeshLambertMaterial({});
    this.ghost = new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.3, depthWrite: false });
    this.top = new THREE.PlaneGeometry(WIDE * 0.9, WIDE * 0.9).rotateX(-Math.PI / 2);
    this.player = new THREE.Mesh(roundBox(THREE, 0.5, 0.5, 0.5, 0.08), new THREE.MeshLambertMaterial({ color: PLAYER, emissive: PLAYER, emissiveIntensity: 0.12 }));
    this.player.castShadow = true;
    this.hull = new THREE.Mesh(roundBox(THREE, 0.62, 0.62, 0.62, 0.1), new THREE.MeshBasicMaterial({ color: ORANGE, side: THREE.BackSide }));
    this.hull.visible = false;
    this.player.add(this.hull);
    this.shadowFloor = new THREE.Mesh(new THREE.PlaneGeometry(1, 1).rotateX(-Math.PI / 2), new THREE.ShadowMaterial({ opacity: 0.16 }));
    this.shadowFloor.receiveShadow = true;
    this.shadowFloor.position.y = -0.01;
    this.body = new THREE.Group(); // piles, made anew
    this.over = new THREE.Group(); // what is pointed at, made anew
    this.root.add(this.player, this.shadowFloor, this.body, this.over);
  }

  #colours() {
    const { THREE } = this;
    this.paint = palette[document.documentElement.dataset.theme === "dark" ? "dark" : "light"];
    this.sky.color.set(this.paint.hemisphere[0]);
    this.sky.groundColor.set(this.paint.hemisphere[1]);
    this.sky.intensity = this.paint.sky;
    this.sun.intensity = this.paint.sun;
    // upper cubes are lighter, so that they can be counted
    this.tones = this.paint.cells.map((colour) => Array.from({ length: CUBES }, (_, level) =>
      new THREE.Color(colour).multiplyScalar(level % 2 ? 0.86 : 1)));
    this.ink = getComputedStyle(document.documentElement).getPropertyValue("--soft").trim();
  }

  // Where things are: the middle of a cell's floor.
  spot(cell) {
    const [x, y] = this.places[cell];
    return [x, -y];
  }

  onTop(cell, value = this.values[cell]) {
    const [x, z] = this.spot(cell);
    return new this.THREE.Vector3(x, pileHeight(value), z);
  }

  show({ level, values, player, steps = null, marks = {} }, change = null) {
    const fresh = level !== this.level && String(level.size) !== String(this.level?.size ?? "");
    const before = this.values, stood = this.stands;
    if (level !== this.level) {
      this.hovered = this.hovered !== null && this.hovered < level.cells.length ? this.hovered : null;
      this.level = level;
      this.places = level.places;
      this.#frame(fresh);
    }
    Object.assign(this, { values, stands: player, steps: steps ?? new Map(), marks });
    this.camera.around(choice("orbit") === "player" ? this.spot(player) : null);
    this.tweens.finish();
    this.#draw();
    const spot = this.onTop(player).add(new this.THREE.Vector3(0, 0.27, 0));
    this.player.scale.setScalar(1);
    this.player.rotation.set(0, 0, 0);
    if (change && motionWanted() && before?.length === values.length) this.#move({ ...change, before, stood }, spot);
    else this.player.position.copy(spot);
    this.wake();
  }

  // What the camera and the sun must reach; a new board is looked at from the usual place.
  #frame(fresh) {
    const xs = this.places.map(([x]) => x), ys = this.places.map(([, y]) => y);
    const wide = Math.max(...xs) + 1, deep = Math.max(...ys) + 1;
    const tall = pileHeight(Math.max(2, ...this.level.values));
    // of large boards the corners will do
    const few = this.places.length <= 900;
    const points = (few ? this.places.map(([x, y], cell) => [x, y, pileHeight(Math.max(0, this.level.cells[cell].value))]) : [[0, 0], [wide - 1, 0], [0, deep - 1], [wide - 1, deep - 1]].map(([x, y]) => [x, y, tall]))
      .flatMap(([x, y, high]) => [-0.5, 0.5].flatMap((dx) => [-0.5, 0.5].flatMap((dz) => [[x + dx, 0, dz - y], [x + dx, high, dz - y]])));
    this.camera.frame({ x: (wide - 1) / 2, z: -(deep - 1) / 2, wide, deep, tall, points }, fresh);
    this.shadowFloor.scale.set(wide * 3 + 10, 1, deep * 3 + 10);
    this.shadowFloor.position.set((wide - 1) / 2, -0.01, -(deep - 1) / 2);
    const reach = Math.max(wide, deep);
    this.sun.position.set((wide - 1) / 2 - reach * 0.5, reach * 1.3 + 3, -(deep - 1) / 2 + reach * 0.35);
    this.sun.target.position.set((wide - 1) / 2, 0, -(deep - 1) / 2);
    const { camera } = this.sun.shadow;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.5, far: reach * 4 + 10 });
    camera.updateProjectionMatrix();
  }

  // Cubes that visiting `cell` would take from its group: Map of cell to how many.
  #lowered(cell) {
    const found = new Map(), lowers = this.level.lowers(cell);
    if (!lowers || this.values[cell] <= 0) return found;
    for (const member of lowers.members) {
      const value = this.values[member] - (member === cell ? 1 : 0);
      const lost = Math.min(Math.max(0, value), -lowers.add);
      if (lost > 0) found.set(member, lost + (member === cell ? 1 : 0));
    }
    return found;
  }

  #clear(group) {
    for (const child of [...group.children]) {
      group.remove(child);
      child.dispose?.();
      child.userData.own?.dispose();
      if (child.userData.material) child.material.dispose();
    }
  }

  #draw() {
    if (!this.level) return;
    const { values } = this;
    this.#clear(this.body);
    const lowered = this.hovered === null ? new Map() : this.#lowered(this.hovered);
    const solid = [], ghost = [];
    values.forEach((value, cell) => {
      const shown = Math.min(value, CUBES), lost = lowered.get(cell) ?? 0;
      for (let i = 0; i < shown; i++) (i >= shown - lost ? ghost : solid).push([cell, i]);
    });
    this.#boxes(solid, this.solid, true);
    if (ghost.length) this.#boxes(ghost, this.ghost, false);
    this.#tiles();
    values.forEach((value, cell) => this.#label(cell, value));
    this.#layerNames();
    this.#overlay();
  }

  #boxes(list, material, shadows) {
    const { THREE } = this;
    const mesh = new THREE.InstancedMesh(this.cube, material, Math.max(1, list.length));
    const matrix = new THREE.Matrix4();
    list.forEach(([cell, level], i) => {
      const [x, z] = this.spot(cell);
      matrix.makeTranslation(x, FLOOR + level * TALL + TALL / 2, z);
      mesh.setMatrixAt(i, matrix);
      mesh.setColorAt(i, this.tones[this.level.cells[cell].colour][level]);
    });
    mesh.count = list.length;
    mesh.castShadow = shadows;
    mesh.receiveShadow = shadows;
    mesh.frustumCulled = false;
    this.body.add(mesh);
  }

  #tiles() {
    const { THREE } = this;
    this.tileBox ??= roundBox(THREE, 0.97, FLOOR, 0.97, 0.035);
    const mesh = new THREE.InstancedMesh(this.tileBox, this.solid, this.places.length);
    const matrix = new THREE.Matrix4(), tile = new THREE.Color(this.paint.tile);
    this.places.forEach((_, cell) => {
      const [x, z] = this.spot(cell);
      mesh.setMatrixAt(cell, matrix.makeTranslation(x, FLOOR / 2, z));
      mesh.setColorAt(cell, tile);
    });
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    this.body.add(mesh);
  }

  #picture(key, make) {
    if (!this.pictures.has(key)) {
      const material = new this.THREE.MeshBasicMaterial({ map: make(), transparent: true, depthWrite: false });
      this.pictures.set(key, material);
    }
    return this.pictures.get(key);
  }

  #label(cell, value) {
    const { THREE, level } = this;
    const teleporter = level.leadsTo(cell) !== null, lowers = level.lowers(cell), add = lowers ? lowers.add : null;
    if (value < 2 && !teleporter && add === null) return;
    if (this.values.length > LABELS && cell !== this.hovered && !teleporter && add === null) return;
    const { colour } = level.cells[cell];
    const mesh = new THREE.Mesh(this.top, this.#picture(`${value} ${teleporter} ${add} ${colour}`, () => topPicture(THREE, { value, teleporter, add, colour })));
    mesh.position.copy(this.onTop(cell));
    mesh.position.y += 0.012;
    mesh.rotation.y = (this.camera.quarter * Math.PI) / 2;
    mesh.userData.lies = true;
    this.body.add(mesh);
  }

  // Boards of more than two dimensions are layers side by side, each with its other coordinates.
  #layerNames() {
    const { THREE, level } = this;
    if (level.size.length < 3) return;
    const layer = level.size[0] * level.size[1];
    for (let cell = 0; cell < level.cells.length; cell += layer) {
      const text = level.coordinates(cell).slice(2).map((at, i) => `c${i + 3} = ${at}`).join("  ");
      const mesh = new THREE.Mesh(this.nameplate ??= new THREE.PlaneGeometry(2.4, 0.45).rotateX(-Math.PI / 2), this.#picture(`${text} ${this.ink}`, () => namePicture(THREE, text, this.ink)));
      const [x, z] = this.spot(cell);
      mesh.position.set(x + (level.size[0] - 1) / 2, 0.01, z + 0.76);
      this.body.add(mesh);
    }
  }

  // Rings around cells, arrows, keys: over the board, made anew whenever they change.
  #overlay() {
    this.#clear(this.over);
    const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
    for (const [cell, key] of this.steps) this.#step(cell, key, accent);
    const { selected = null, cursor = null, chosen = false, members = [], target = null } = this.marks;
    this.hull.visible = chosen;
    if (selected !== null) this.#frameCell(selected, ORANGE, 0.05);
    if (cursor !== null && cursor !== selected) this.#frameCell(cursor, accent, 0.035);
    for (const member of members) this.#pointer(member, RED);
    if (target !== null) this.#pointer(target, BLUE);
    if (this.hovered !== null) this.#preview(this.hovered, accent);
  }

  #step(cell, key, accent) {
    const { THREE } = this;
    this.#frameCell(cell, accent, this.hovered === cell ? 0.05 : 0.026);
    if (!key) return;
    const sprite = new THREE.Sprite(this.#sprite(key));
    sprite.scale.setScalar(0.3);
    sprite.position.copy(this.onTop(cell));
    const [x, z] = this.spot(cell), [px, pz] = this.spot(this.stands);
    const far = Math.hypot(px - x, pz - z) || 1;
    sprite.position.x += ((px - x) / far) * 0.34;
    sprite.position.z += ((pz - z) / far) * 0.34;
    sprite.position.y += 0.16;
    this.over.add(sprite);
  }

  #sprite(key) {
    const name = `key ${key}`;
    if (!this.pictures.has(name)) this.pictures.set(name, new this.THREE.SpriteMaterial({ map: keyPicture(this.THREE, key), depthTest: false }));
    return this.pictures.get(name);
  }

  // A frame that lies on a cell's top edge.
  #frameCell(cell, colour, thick) {
    const { THREE } = this;
    const half = WIDE / 2 + 0.02;
    const shape = new THREE.Shape([[-half, -half], [half, -half], [half, half], [-half, half]].map(([x, y]) => new THREE.Vector2(x, y)));
    const inner = half - thick * 1.7;
    shape.holes.push(new THREE.Path([[-inner, -inner], [-inner, inner], [inner, inner], [inner, -inner]].map(([x, y]) => new THREE.Vector2(x, y))));
    const geometry = new THREE.ExtrudeGeometry(shape, { depth: thick, bevelEnabled: false }).rotateX(-Math.PI / 2);
    const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ color: colour }));
    mesh.userData = { own: geometry, material: true };
    mesh.position.copy(this.onTop(cell));
    mesh.position.y += 0.01;
    this.over.add(mesh);
  }

  // A cone that stands over a cell and points at it.
  #pointer(cell, colour) {
    const { THREE } = this;
    this.cone ??= new THREE.ConeGeometry(0.17, 0.42, 20).rotateX(Math.PI);
    const mesh = new THREE.Mesh(this.cone, new THREE.MeshLambertMaterial({ color: colour }));
    mesh.userData = { material: true };
    mesh.position.copy(this.onTop(cell));
    mesh.position.y += cell === this.stands ? 0.95 : 0.45;
    this.over.add(mesh);
  }

  #preview(cell, accent) {
    if (!this.steps.has(cell)) this.#frameCell(cell, this.level.leadsTo(cell) !== null ? BLUE : accent, 0.02);
    const target = this.level.leadsTo(cell);
    if (target !== null && this.values[cell] > 0) this.#arc(this.onTop(cell), this.onTop(target));
  }

  // From a Teleporter to where it leads.
  #arc(from, to) {
    const { THREE } = this;
    const far = from.distanceTo(to);
    const middle = from.clone().add(to).multiplyScalar(0.5);
    middle.y = Math.max(from.y, to.y) + 0.7 + far * 0.35;
    const curve = new THREE.QuadraticBezierCurve3(from.clone().setY(from.y + 0.05), middle, to.clone().setY(to.y + 0.42));
    const geometry = new THREE.TubeGeometry(curve, 40, 0.05, 10);
    const mesh = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color: BLUE }));
    mesh.userData = { own: geometry, material: true };
    const head = new THREE.Mesh(this.head ??= new THREE.ConeGeometry(0.16, 0.36, 20), mesh.material);
    head.position.copy(to);
    head.position.y += 0.24;
    head.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), curve.getTangent(1));
    this.over.add(mesh, head);
  }

  hover(cell) {
    if (cell === this.hovered || !this.level) return;
    // piles change only where an Increaser is or was pointed at, and numbers on large boards
    const before = this.hovered;
    this.hovered = cell;
    this.canvas.style.cursor = cell === null ? "" : "pointer";
    const lowers = [before, cell].some((each) => each !== null && this.level.lowers(each));
    if (lowers || this.values.length > LABELS) this.#draw();
    else this.#overlay();
    this.wake();
    this.onHover?.(cell);
  }

  // The cell under a pointer, or null.
  pick(event) {
    if (!this.level) return null;
    const { THREE } = this;
    const box = this.canvas.getBoundingClientRect();
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2), this.camera.lens);
    let nearest = Infinity, found = null;
    this.hitPlayer = false;
    const bounds = new THREE.Box3(), hit = new THREE.Vector3();
    this.places.forEach((_, cell) => {
      const [x, z] = this.spot(cell), high = pileHeight(this.values[cell]) + (cell === this.stands ? 0.5 : 0);
      bounds.min.set(x - 0.49, 0, z - 0.49);
      bounds.max.set(x + 0.49, high, z + 0.49);
      if (!caster.ray.intersectBox(bounds, hit)) return;
      const far = hit.distanceTo(caster.ray.origin);
      if (far < nearest) {
        nearest = far;
        found = cell;
        this.hitPlayer = cell === this.stands && hit.y > high - 0.5;
      }
    });
    return found;
  }

  // Where a cell's top is on the page, for tests and for what is shown beside it.
  where(cell) {
    const point = this.onTop(cell).project(this.camera.lens), box = this.canvas.getBoundingClientRect();
    return { x: box.left + ((point.x + 1) / 2) * box.width, y: box.top + ((1 - point.y) / 2) * box.height };
  }

  // The player hops to the cell; cubes that were taken away shrink; a Teleporter lets it vanish and
  // appear. Taking back slides.
  #move({ cell, back, before, stood }, spot) {
    const { player, THREE } = this;
    const lift = (place, value) => this.onTop(place, value).add(new THREE.Vector3(0, 0.27, 0));
    const from = lift(stood, before[stood]);
    if (back) {
      this.tweens.add(150, (t) => player.position.lerpVectors(from, spot, t));
      return;
    }
    const visit = lift(cell, this.values[cell]), over = lift(cell, before[cell]);
    const carried = this.stands !== cell;
    this.tweens.add(190, (t) => {
      player.position.lerpVectors(from, t < 0.7 ? over : visit, Math.min(1, t / 0.85));
      player.position.y = from.y + (visit.y - from.y) * t + Math.sin(Math.PI * t) * (0.38 + Math.max(0, over.y - from.y) * 0.5);
    });
    if (carried) {
      this.tweens.add(130, (t) => player.scale.setScalar(Math.max(0.01, 1 - t)), 190);
      this.tweens.add(160, (t) => {
        player.position.copy(spot);
        player.scale.setScalar(t);
      }, 330);
    }
    before.forEach((value, each) => {
      for (let level = this.values[each]; level < Math.min(value, CUBES); level++) this.#shrink(each, level, each === cell ? 90 : 200);
    });
  }

  #shrink(cell, level, delay) {
    const { THREE } = this;
    const mesh = new THREE.Mesh(this.cube, new THREE.MeshLambertMaterial({ color: this.tones[this.level.cells[cell].colour][level], transparent: true }));
    mesh.userData = { material: true };
    const [x, z] = this.spot(cell);
    mesh.position.set(x, FLOOR + level * TALL + TALL / 2, z);
    this.body.add(mesh);
    this.tweens.add(240, (t) => {
      mesh.scale.setScalar(Math.max(0.01, 1 - t * 0.7));
      mesh.material.opacity = 1 - t;
      mesh.visible = t < 1;
    }, delay);
  }

  // What the buttons above (where they stand in a row) and the pad for thumbs cover.
  #covered() {
    const table = this.host.closest(".zr2-table"), host = this.host.getBoundingClientRect();
    const [views, pad] = [".zr2-views", ".zr2-pad"].map((name) => table?.querySelector(name)?.getBoundingClientRect());
    return [views?.width > views?.height ? views.bottom - host.top : 0, pad?.height ? host.bottom - pad.top : 0];
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.setSize(width, height);
    this.camera.resize(width / height, this.#covered().map((part) => Math.max(0, part / height)));
    this.wake();
  }

  // Asks for a picture with the next frame.
  wake() {
    this.frame ??= requestAnimationFrame((now) => {
      this.frame = null;
      this.#render(now);
    });
  }

  #render(now) {
    if (this.closed) return;
    const seconds = Math.min(0.05, (now - (this.drawnAt ?? now)) / 1000) || 0.016;
    this.drawnAt = now;
    const quarter = this.camera.quarter;
    const gliding = this.camera.step(seconds, motionWanted());
    const moving = this.tweens.step(now);
    if (quarter !== this.facing) {
      this.facing = quarter;
      for (const child of this.body.children) if (child.userData.lies) child.rotation.y = (quarter * Math.PI) / 2;
      this.onFacing?.(quarter);
    }
    this.renderer.render(this.root, this.camera.lens);
    if (gliding || moving) this.wake();
    else this.drawnAt = null;
  }

  close() {
    this.closed = true;
    if (this.frame) cancelAnimationFrame(this.frame);
    this.watcher.disconnect();
    this.themes.disconnect();
    this.#clear(this.body);
    this.#clear(this.over);
    for (const material of this.pictures.values()) {
      material.map.dispose();
      material.dispose();
    }
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }
}
