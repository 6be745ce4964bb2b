// Sounds made in the page: short bursts of filtered noise for wood on wood, a few sine tones for the
// end of a game. Nothing is recorded; nothing sounds before the person has touched the page.
import { setting } from "./settings.js";

let context = null, noise = null;

function ready() {
  if (setting("muted") || setting("volume") === 0) return false;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  return true;
}

function out(level) {
  const gain = context.createGain();
  gain.gain.value = level * (setting("volume") / 100) ** 2;
  gain.connect(context.destination);
  return gain;
}

function knock(when, frequency, length, level) {
  const at = context.currentTime + when;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 3 });
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(1, at);
  envelope.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(filter).connect(envelope).connect(out(level));
  source.start(at, Math.random() * 0.1, length);
}

function tone(when, frequency, length, level, type = "sine") {
  const at = context.currentTime + when;
  const source = new OscillatorNode(context, { frequency, type });
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(0.0001, at);
  envelope.gain.exponentialRampToValueAtTime(1, at + 0.015);
  envelope.gain.exponentialRampToValueAtTime(0.0005, at + length);
  source.connect(envelope).connect(out(level));
  source.start(at);
  source.stop(at + length);
}

const sounds = {
  put() { knock(0, 900, 0.09, 1.6); tone(0, 190, 0.08, 0.5); },
  slide() { knock(0, 1700, 0.13, 0.5); knock(0.14, 800, 0.07, 1.2); },
  fall() { knock(0.26, 620, 0.1, 1.8); tone(0.26, 140, 0.1, 0.6); knock(0.4, 700, 0.05, 0.6); },
  turn() { knock(0.08, 1300, 0.05, 0.7); knock(0.16, 1500, 0.05, 0.6); },
  take() { knock(0, 500, 0.12, 1.4); tone(0.02, 330, 0.12, 0.25, "triangle"); },
  refuse() { tone(0, 150, 0.14, 0.4, "triangle"); },
  hint() { tone(0, 880, 0.18, 0.18); tone(0.09, 1174, 0.2, 0.16); },
  win() { [523, 659, 784, 1046].forEach((f, i) => tone(i * 0.11, f, 0.5, 0.24, "triangle")); },
  lose() { [392, 349, 311].forEach((f, i) => tone(i * 0.16, f, 0.45, 0.22, "triangle")); },
  draw() { [440, 440].forEach((f, i) => tone(i * 0.2, f, 0.4, 0.2, "triangle")); },
  warn() { tone(0, 660, 0.1, 0.2); },
};

export function sound(name) {
  if (ready()) sounds[name]?.();
}
