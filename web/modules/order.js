// Proved wins first, quick ones before slow ones; then by score; proved losses last, slow ones first.
export function order(a, b) {
  const rank = (answer) => (answer.exact && answer.outcome !== 2 ? answer.outcome : 0);
  if (rank(a) !== rank(b)) return rank(b) - rank(a);
  if (rank(a) && a.plies >= 0 && b.plies >= 0 && a.plies !== b.plies)
    return rank(a) > 0 ? a.plies - b.plies : b.plies - a.plies;
  return b.score - a.score;
}
