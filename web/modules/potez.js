// The one way into the engine: the page imports it from here, and so does the npm package (bindings/npm), which offers
// this file as "potez/page". What lies behind it is nobody else's business; tests/ports/npm.py looks.
export { compileEngine, Engine, EngineError, engineIfShared, engineName, mayShare, newGame, threadCount, TOUCH_CAPTURE, TOUCH_FROM, TOUCH_PUT, TOUCH_TO } from "./engine.js";
export { Thinker } from "./thinker.js";
