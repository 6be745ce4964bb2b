// The camera looks at the board from a direction (turn, height) and a distance. It turns and zooms around
// a pivot, the player or the middle of the board: what stands there stays where it is seen. Turning glides
// where motion is wanted. It knows which way a person means by forward.

const LOW = 0.28, HIGH = 1.45, NEAR = 2.5;
const FILL = 0.88, TIGHT = 0.96; // of the window, and of what buttons leave of it

export class Camera {
  constructor(THREE, { changed }) {
    this.THREE = THREE;
    this.changed = changed;
    this.lens = new THREE.PerspectiveCamera(32, 1, 0.1, 500);
    this.usual = { turn: 0.42, tilt: 0.84 };
    this.at = { ...this.usual, away: 10, lift: 0, x: 0, z: 0 };
    this.to = { ...this.at };
    this.middle = new THREE.Vector3();
    this.pivot = null; // [x, z] of what it turns around; null: the middle of the board
    this.covered = [0, 0]; // parts of the window that buttons take, from above and from below
  }

  // Points of the board that must be in sight; `fresh` looks from the usual place again. Long boards
  // are looked at more from the front.
  frame({ x, z, wide, deep, tall, points }, fresh) {
    if (fresh) this.middle.set(x, tall * 0.3, z);
    this.points = points;
    this.usual = { turn: wide > 1.7 * deep ? 0.2 : 0.42, tilt: 0.84 };
    if (fresh) this.reset(true);
  }

  // From the usual direction: the distance from which all corners are seen, and how much farther down
  // to look so that they are seen in the middle.
  #fit() {
    const half = Math.tan((this.lens.fov * Math.PI) / 360);
    const { turn, tilt } = this.usual;
    const [st, ct, si, ci] = [Math.sin(turn), Math.cos(turn), Math.sin(tilt), Math.cos(tilt)];
    const [above, below] = this.covered;
    let away = 10, low = 0, high = 0;
    for (let i = 0; i < 16; i++) {
      let need = 0;
      low = Infinity;
      high = -Infinity;
      for (const [x, y, z] of this.points) {
        const px = x - this.middle.x, py = y - this.middle.y, pz = z - this.middle.z;
        const right = px * ct - pz * st, near = px * st + pz * ct;
        const up = py * ci - near * si, depth = Math.max(0.1, away - (near * ci + py * si));
        need = Math.max(need, Math.abs(right) / (half * this.lens.aspect * depth));
        low = Math.min(low, up / depth);
        high = Math.max(high, up / depth);
      }
      need = Math.max(need, (high - low) / 2 / half / (1 - above - below)) / (above + below > 0 ? TIGHT : FILL);
      away *= Math.min(1.5, Math.max(0.7, need));
    }
    return { away, lift: ((low + high) / 2) * away };
  }

  #distance() {
    return this.#fit().away;
  }

  reset(jump = false) {
    const { away, lift } = this.#fit();
    Object.assign(this.to, { ...this.usual, away, lift, x: 0, z: 0 });
    if (jump) Object.assign(this.at, this.to);
    this.place();
    this.changed();
  }

  resize(aspect, covered) {
    const zoom = this.points ? this.to.away / this.#distance() : 1;
    this.covered = covered;
    // the picture moves into what is free without being seen from elsewhere
    this.lens.setViewOffset(aspect, 1, 0, (covered[1] - covered[0]) / 2, aspect, 1);
    if (!this.points) return;
    const { away, lift } = this.#fit();
    this.at.away = this.to.away = away * zoom;
    this.at.lift = this.to.lift = lift;
    this.place();
  }

  // What to turn around. Who has zoomed in goes along with a player that moves.
  around(pivot) {
    const near = this.points && this.to.away < 0.8 * this.#distance();
    if (near && pivot && this.pivot) {
      this.to.x += pivot[0] - this.pivot[0];
      this.to.z += pivot[1] - this.pivot[1];
      this.changed();
    }
    this.pivot = pivot;
  }

  // Moves what is looked at, which lies (x, z) from the pivot, to where `moved` puts it.
  #swing(moved) {
    const { middle, to } = this, [px, pz] = this.pivot ?? [middle.x, middle.z];
    const [x, z] = moved(middle.x + to.x - px, middle.z + to.z - pz);
    to.x = px + x - middle.x;
    to.z = pz + z - middle.z;
  }

  turn(by, tilt = 0) {
    this.to.turn += by;
    this.#swing((x, z) => [x * Math.cos(by) + z * Math.sin(by), z * Math.cos(by) - x * Math.sin(by)]);
    this.to.tilt = Math.min(HIGH, Math.max(LOW, this.to.tilt + tilt));
    this.changed();
  }

  zoom(factor) {
    const away = Math.min(this.#distance() * 3, Math.max(NEAR, this.to.away * factor)), share = away / this.to.away;
    this.#swing((x, z) => [x * share, z * share]);
    this.to.lift *= share;
    this.to.away = away;
    this.changed();
  }

  // Moves sideways and along as seen, in units of the board.
  pan(right, forward) {
    const { turn } = this.at;
    this.to.x += right * Math.cos(turn) - forward * Math.sin(turn);
    this.to.z += -right * Math.sin(turn) - forward * Math.cos(turn);
    this.changed();
  }

  // A frame of gliding; false when it has arrived.
  step(seconds, glide) {
    const share = glide ? 1 - Math.exp(-seconds * 14) : 1;
    let far = 0;
    for (const key of Object.keys(this.at)) {
      const left = this.to[key] - this.at[key];
      this.at[key] += left * share;
      far = Math.max(far, Math.abs(left * (1 - share)));
    }
    if (far < 0.002) Object.assign(this.at, this.to);
    this.place();
    return far >= 0.002;
  }

  place() {
    const { turn, tilt, away, lift, x, z } = this.at;
    const flat = Math.cos(tilt) * away;
    // the lift moves the picture up or down without changing the direction
    const [lx, ly, lz] = [-Math.sin(turn) * Math.sin(tilt) * lift, Math.cos(tilt) * lift, -Math.cos(turn) * Math.sin(tilt) * lift];
    const to = [this.middle.x + x + lx, this.middle.y + ly, this.middle.z + z + lz];
    this.lens.position.set(to[0] + Math.sin(turn) * flat, to[1] + Math.sin(tilt) * away, to[2] + Math.cos(turn) * flat);
    this.lens.lookAt(...to);
    this.lens.updateMatrixWorld();
  }

  // Quarter turns from looking along -z (rows away from the viewer).
  get quarter() {
    return ((Math.round(this.to.turn / (Math.PI / 2)) % 4) + 4) % 4;
  }

  // Dimension and direction that "forward", "right", "back", "left" (0 to 3) mean now.
  meaning(way) {
    return [[1, 1], [0, 1], [1, -1], [0, -1]][(way + 4 - this.quarter) % 4];
  }
}
