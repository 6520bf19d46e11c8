import { toPalettePng } from "./palette-png.mjs";

/** A picture with few colours, for the documentation. The browser itself reads the pixels. @param {import("playwright-core").Page} page */
export async function takeSmall(page) {
  const shot = (await page.screenshot()).toString("base64");
  const blank = await page.context().newPage();
  const [width, height, pixels] = await blank.evaluate(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${shot}";
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
    return [image.width, image.height, btoa(text)];
  })()`);
  return toPalettePng({ width, height, pixels: Buffer.from(pixels, "base64") });
}
