let lastSecond = Number.NaN;
let lastText = "";

/** A time as it travels. Most that are asked for in a row are of the same second. */
export function toIsoTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().slice(0, -"000Z".length);
    lastSecond = second;
  }
  const rest = ms - second * 1000;
  return `${lastText}${rest < 10 ? "00" : rest < 100 ? "0" : ""}${rest}Z`;
}
