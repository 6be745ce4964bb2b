// Music to play by, made in the page like the sounds: a plucked melody over slow chords in D dorian, a
// round of sixteen bars that comes back changed. Nothing is recorded. It is loaded when somebody first
// asks for it, follows the volume slider at once, and rests while the page is not seen.
import { onChange, setting } from "./settings.js";

const BEAT = 0.62; // seconds; three beats to the bar
const AHEAD = 1.2; // seconds of music that are handed to the audio clock beforehand
const LOUDEST = 0.22;

// A bar is a chord (semitones over D) and a melody: [beat, semitones over D, beats], - for the second time.
const bars = [
  [[0, 7, 15], [[0, 12, 1], [1, 14, 0.5], [1.5, 15, 0.5], [2, 19, 1]]],
  [[-2, 5, 14], [[0, 17, 1.5], [1.5, 14, 0.5], [2, 10, 1]]],
  [[-4, 8, 12], [[0, 12, 1], [1, 15, 1], [2, 14, 0.5], [2.5, 12, 0.5]]],
  [[-5, 7, 14], [[0, 14, 2], [2, 7, 1]]],
  [[0, 7, 15], [[0, 12, 1], [1, 14, 0.5], [1.5, 15, 0.5], [2, 22, 1]]],
  [[5, 9, 17], [[0, 21, 1], [1, 17, 1], [2, 14, 1]]],
  [[3, 10, 15], [[0, 19, 1.5], [1.5, 17, 0.5], [2, 15, 1]]],
  [[0, 7, 14], [[0, 12, 2.5]]],
];

let context = null, master = null, timer = 0, bar = 0, next = 0;

const frequency = (semitones) => 146.83 * 2 ** (semitones / 12);

function loudness() {
  return setting("muted") ? 0 : LOUDEST * (setting("volume") / 100) ** 2;
}

function note(at, semitones, seconds, level, type, attack) {
  const source = new OscillatorNode(context, { frequency: frequency(semitones), type });
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(0.0001, at);
  envelope.gain.exponentialRampToValueAtTime(level, at + attack);
  envelope.gain.exponentialRampToValueAtTime(0.0003, at + seconds);
  source.connect(envelope).connect(master);
  source.start(at);
  source.stop(at + seconds);
}

// The second round leaves every other note out and sings an octave higher.
function schedule(at, number) {
  const [chord, melody] = bars[number % bars.length];
  const high = Math.floor(number / bars.length) % 2;
  for (const semitones of chord) note(at, semitones - 12, 3.4 * BEAT, 0.16, "sine", 0.5);
  melody.forEach(([beat, semitones, beats], i) => {
    if (high && i % 2) return;
    note(at + beat * BEAT, semitones + 12 * high, (beats + 1.2) * BEAT, high ? 0.16 : 0.3, "triangle", 0.012);
  });
}

function fill() {
  if (next < context.currentTime) next = context.currentTime + 0.1;
  while (next < context.currentTime + AHEAD) {
    schedule(next, bar++);
    next += 3 * BEAT;
  }
}

// Sounds or rests as the settings and the page's visibility say.
function follow() {
  const on = setting("music") && loudness() > 0 && !document.hidden;
  if (on && !context) {
    context = new AudioContext();
    master = context.createGain();
    master.connect(context.destination);
  }
  if (!context) return;
  master.gain.setTargetAtTime(loudness(), context.currentTime, 0.05);
  clearInterval(timer);
  if (on) {
    context.resume();
    fill();
    timer = setInterval(fill, 300);
  } else {
    context.suspend();
  }
}

export function begin() {
  onChange((name) => { if (["music", "volume", "muted"].includes(name)) follow(); });
  document.addEventListener("visibilitychange", follow);
  // a browser lets nothing sound before the first touch of the page
  addEventListener("pointerdown", () => { if (context?.state === "suspended") follow(); });
  follow();
}

// What is sounding, for tests: the loudness asked for, and the bars handed out so far.
export function playing() {
  return { running: context?.state === "running", loudness: loudness(), bars: bar };
}
