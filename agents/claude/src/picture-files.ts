import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Asker, Outcome } from "@yourcall/core";
import { attachmentsOf, extensionOf, readAnswerPictures, withPlaces } from "@yourcall/core/internal";

/**
 * The outcome with its pictures in files, which the words for Claude then name: neither a hook nor a permission result can carry a
 * picture, and Claude can read files. Only their owner can read them, and they are removed with the session. A picture that cannot be
 * written is named without a file.
 */
export async function withPictureFiles(
  asker: Pick<Asker, "picture">,
  outcome: Outcome,
  session: string | undefined,
): Promise<Outcome> {
  if (attachmentsOf(outcome).length === 0) return outcome;
  try {
    const pictures = await readAnswerPictures(asker, outcome);
    const directory = await mkdtemp(join(tmpdir(), toPrefix(session)));
    const files = new Map<string, string>();
    for (const { attachment, type, data } of pictures) {
      const file = join(directory, `${attachment.hash.slice(0, 16)}.${extensionOf(type)}`);
      await writeFile(file, Buffer.from(data, "base64"), { mode: 0o600, flag: "wx" });
      files.set(attachment.hash, file);
    }
    return withPlaces(outcome, ({ hash }) => files.get(hash));
  } catch {
    return outcome;
  }
}

/** Removes the pictures of a session that has ended. Those of a session that never ends go with the machine's temporary files. */
export async function removePictureFiles(session: string | undefined): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const own = names.filter((name) => name.startsWith(toPrefix(session)));
  await Promise.all(own.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})));
}

function toPrefix(session = ""): string {
  // An import would cost every hook 5 ms, and few answers have pictures.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `yourcall-pictures-${createHash("sha256").update(session).digest("hex").slice(0, 16)}-`;
}
