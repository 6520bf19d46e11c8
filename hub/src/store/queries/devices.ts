import type { ButtonRecord, DeviceRecord, DeviceStore, Receipt } from "../device-store.ts";
import { type Queries, withoutNulls } from "./query.ts";

const saveRow = `INSERT INTO yourcall.devices
    (id, kind, name, person, level, approvals, state, address, created_at, ok_at, failing_since, reason)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, person = excluded.person, level = excluded.level,
    approvals = excluded.approvals, state = excluded.state, address = excluded.address, ok_at = excluded.ok_at,
    failing_since = excluded.failing_since, reason = excluded.reason`;
const selectDevices = `SELECT id, kind, name, person, level, approvals, state, address, created_at AS "createdAt", ok_at AS "okAt",
  failing_since AS "failingSince", reason FROM yourcall.devices ORDER BY created_at, id`;
const insertButton = `INSERT INTO yourcall.buttons (hash, ask, device, act)
  SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM yourcall.asks WHERE id = $2)
    AND EXISTS (SELECT 1 FROM yourcall.devices WHERE id = $3)
  ON CONFLICT (hash) DO UPDATE SET act = excluded.act`;
const insertReceipt = `INSERT INTO yourcall.receipts (ask, device, what, at, reason, handle)
  SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT 1 FROM yourcall.asks WHERE id = $1) ON CONFLICT DO NOTHING`;
const selectReceipts = `SELECT r.ask, r.device, d.name, r.what, r.at, r.reason, r.handle FROM yourcall.receipts r
  LEFT JOIN yourcall.devices d ON d.id = r.device WHERE r.ask = $1 ORDER BY r.at, r.what`;
const takeRow = `INSERT INTO yourcall.leases AS l (name, holder, until) VALUES ($1, $2, $3)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE l.holder = excluded.holder OR l.until <= $4 RETURNING name`;

export function deviceQueries({ read, write }: Queries): DeviceStore {
  return {
    async saveDevice(device) {
      const { id, kind, name, person, level, approvals, state, address, createdAt, okAt, failingSince, reason } =
        device;
      await write(
        saveRow,
        ...[id, kind, name, person ?? null, level, approvals ? 1 : 0, state, address, createdAt],
        ...[okAt ?? null, failingSince ?? null, reason ?? null],
      );
    },
    async listDevices() {
      return (await read(selectDevices)).map(
        (row) => ({ ...withoutNulls(row), approvals: row.approvals === 1 }) as unknown as DeviceRecord,
      );
    },
    async removeDevice(id) {
      await write("DELETE FROM yourcall.devices WHERE id = $1", id);
      await write("DELETE FROM yourcall.tokens WHERE scope = 'device' AND device = $1", id);
    },
    async addButtons(buttons) {
      await Promise.all(buttons.map(({ hash, ask, device, act }) => write(insertButton, hash, ask, device, act)));
    },
    async findButton(hash) {
      const [row] = await read("SELECT hash, ask, device, act FROM yourcall.buttons WHERE hash = $1", hash);
      return row === undefined ? null : (row as unknown as ButtonRecord);
    },
    async addReceipt({ ask, device, what, at, reason, handle }) {
      await write(insertReceipt, ask, device, what, at, reason ?? null, handle ?? null);
    },
    async receiptsOf(ask) {
      return (await read(selectReceipts, ask)).map((row) => withoutNulls(row) as unknown as Receipt);
    },
    async takeLease(name, { holder, until, now }) {
      return (await write(takeRow, name, holder, until, now)).length > 0;
    },
    async dropLease(name, { holder, now }) {
      await write("DELETE FROM yourcall.leases WHERE (name = $1 AND holder = $2) OR until <= $3", name, holder, now);
    },
  };
}
