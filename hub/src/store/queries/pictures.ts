import type { Attachment } from "@yourcall/core";
import type { PictureStore } from "../picture-store.ts";
import type { Queries } from "./query.ts";

const insertPicture = `INSERT INTO yourcall.pictures (ask, hash, at, picture, data)
  SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM yourcall.asks a JOIN yourcall.pending p ON p.position = a.position WHERE a.id = $1)
    AND (SELECT count(*) FROM yourcall.pictures WHERE ask = $1 AND hash <> $2) < $6
  ON CONFLICT (ask, hash) DO UPDATE SET picture = excluded.picture RETURNING hash`;
const selectPictures = "SELECT ask, picture FROM yourcall.pictures WHERE ask = $1 ORDER BY at, hash";
const copyRows = `INSERT INTO yourcall.pictures (ask, hash, at, picture, data)
  SELECT a.id, p.hash, p.at, p.picture, p.data FROM yourcall.pictures p CROSS JOIN yourcall.asks a WHERE p.ask = $1 AND a.id = $2
  ON CONFLICT (ask, hash) DO NOTHING`;

// A picture takes longer than any other row.
export function pictureQueries({ read, readMuch, write, writeMuch }: Queries): PictureStore {
  return {
    async addPicture({ ask, picture, data, at }, most) {
      const { hash } = picture;
      return (await writeMuch(insertPicture, ask, hash, at, JSON.stringify(picture), data, most)).length > 0;
    },
    async picturesOf(ask) {
      return (await read(selectPictures, ask)).map((row) => ({
        ...(JSON.parse(String(row.picture)) as Attachment),
        ask: String(row.ask),
      }));
    },
    async pictureData(ask, hash) {
      const [row] = await readMuch("SELECT data FROM yourcall.pictures WHERE ask = $1 AND hash = $2", ask, hash);
      return row === undefined ? null : String(row.data);
    },
    async keepPictures(ask, hashes) {
      // A list in SQL cannot be empty, so it begins with a hash that no picture has.
      const kept = ["", ...hashes];
      const places = kept.map((_, index) => `$${index + 2}`).join(", ");
      await write(`DELETE FROM yourcall.pictures WHERE ask = $1 AND hash NOT IN (${places})`, ask, ...kept);
    },
    async copyPictures(from, to) {
      await writeMuch(copyRows, from, to);
    },
  };
}
