const cubeLevels = [0, 95, 135, 175, 215, 255];

/** The nearest colour among those that xterm's 256 have in common everywhere: the cube from 16 and the greys from 232. */
export function nearestXtermColor(red: number, green: number, blue: number): number {
  const distance = (r: number, g: number, b: number) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => nearestLevel(value));
  const cube = distance(cubeLevels[r] ?? 0, cubeLevels[g] ?? 0, cubeLevels[b] ?? 0);
  const grey = Math.min(23, Math.max(0, Math.round(((red + green + blue) / 3 - 8) / 10)));
  const level = 8 + grey * 10;
  return distance(level, level, level) < cube ? 232 + grey : 16 + 36 * r + 6 * g + b;
}

function nearestLevel(value: number): number {
  let nearest = 0;
  cubeLevels.forEach((level, index) => {
    if (Math.abs(level - value) < Math.abs((cubeLevels[nearest] ?? 0) - value)) nearest = index;
  });
  return nearest;
}
