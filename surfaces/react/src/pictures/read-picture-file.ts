import { readPicture } from "@yourcall/core/internal";

/** The bytes of a picture that a person chose, as base64. Rejects if it cannot be sent, with the reason. */
export async function readPictureFile(file: File): Promise<string> {
  readPicture(new Uint8Array(await file.arrayBuffer()));
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  });
}
