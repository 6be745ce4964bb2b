import { open, start, stop } from "./browser.js";
const address = await start();
const page = await open(address, `#mill?start=${encodeURIComponent("w..b..w...w.b....b.....b w 0 0 0")}&tab=analysis`, { size: { width: 844, height: 390 }, touch: true });
await page.locator(".lines li").first().waitFor({ timeout: 30000 });
await page.waitForTimeout(500);
console.log(await page.evaluate(() => [document.documentElement.scrollHeight, [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().bottom > innerHeight + 1 && !e.closest(".panel-body")).map((e) => `${e.tagName}.${e.getAttribute("class")} ${Math.round(e.getBoundingClientRect().bottom)}`).slice(0, 12)]));
await stop();
