// Mouse, pen and fingers over the board in three dimensions: a press that stays is a tap, one that
// moves turns the camera (the middle button, and two fingers, move it), wheel and two fingers zoom.

const STILL = 6; // pixels within which a press is a tap

export class ScenePointer {
  constructor(canvas, { camera, onTap, onHover }) {
    this.camera = camera;
    this.onTap = onTap;
    this.pressed = new Map();
    this.moved = false;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (!this.pressed.size) this.moved = false;
      this.pressed.set(event.pointerId, { x: event.clientX, y: event.clientY, fromX: event.clientX, fromY: event.clientY, button: event.button });
      if (this.pressed.size > 1) this.moved = true;
      if (event.button === 1) event.preventDefault();
    });
    canvas.addEventListener("pointermove", (event) => {
      const pressed = this.pressed.get(event.pointerId);
      if (pressed) this.#drag(event, pressed, canvas);
      else if (event.pointerType !== "touch") onHover(event);
    });
    const release = (event) => {
      const pressed = this.pressed.get(event.pointerId);
      this.pressed.delete(event.pointerId);
      if (pressed && !this.moved && event.type === "pointerup" && pressed.button !== 1) onTap(event, pressed.button);
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => onHover(null));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      camera.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(60, Math.abs(event.deltaY)) * 0.0022));
    }, { passive: false });
  }

  #drag(event, pressed, canvas) {
    const { camera } = this;
    const dx = event.clientX - pressed.x, dy = event.clientY - pressed.y;
    if (!this.moved && Math.hypot(event.clientX - pressed.fromX, event.clientY - pressed.fromY) < STILL) return;
    this.moved = true;
    const others = [...this.pressed.values()].filter((each) => each !== pressed);
    const unit = camera.at.away / canvas.clientHeight;
    if (others.length) {
      const [other] = others;
      const before = Math.hypot(pressed.x - other.x, pressed.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (before > 8 && after > 8) camera.zoom(before / after);
      camera.pan((-dx * unit) / 3, (dy * unit) / 3);
    } else if (pressed.button === 1) {
      camera.pan(-dx * unit * 0.6, dy * unit * 0.6);
    } else {
      camera.turn(-dx * 0.008, dy * 0.006);
    }
    pressed.x = event.clientX;
    pressed.y = event.clientY;
  }
}
