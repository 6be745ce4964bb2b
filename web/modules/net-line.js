// A WebSocket to the server that comes back when it is lost. The room's name stands in its address, so that a proxy
// in front of several servers finds the one that has the room.
import { api } from "./place.js";

const PATIENCE = [300, 800, 2000, 4000, 8000]; // milliseconds before each new try

export class Line {
  constructor(room, onMessage, onChange) {
    this.room = room;
    this.onMessage = onMessage;
    this.onChange = onChange;
    this.tries = 0;
    this.#open();
  }

  #open() {
    const socket = new WebSocket(`${api.replace(/^http/, "ws")}socket?room=${encodeURIComponent(this.room)}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.onChange(true);
    };
    socket.onmessage = ({ data }) => this.onMessage(JSON.parse(data));
    socket.onclose = () => {
      if (this.closed) return;
      this.onChange(false);
      setTimeout(() => { if (!this.closed) this.#open(); }, PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]);
    };
  }

  send(command) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}
