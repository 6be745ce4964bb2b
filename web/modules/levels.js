// The levels that come with the page: levels/list.json names them; today's is the same for everyone.
let list = null;

export async function levels() {
  if (!list) {
    const answer = await fetch(new URL("../levels/list.json", import.meta.url));
    if (!answer.ok) throw new Error(`levels/list.json: ${answer.status}`);
    list = await answer.json();
  }
  return list;
}

export async function todaysLevel(date = new Date()) {
  const all = await levels();
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000);
  return all[(day * 7) % all.length];
}

// The text of a level by name; without one, today's.
export async function levelText(name) {
  const chosen = name ?? (await todaysLevel()).name;
  const all = await levels();
  const found = all.find((level) => level.name === chosen) ?? all[0];
  const answer = await fetch(new URL(`../levels/${found.file}`, import.meta.url));
  if (!answer.ok) throw new Error(`levels/${found.file}: ${answer.status}`);
  return { name: found.name, text: (await answer.text()).replace(/\n$/, "") };
}
