-- A store of the last version before the first release, as its hub wrote it.
PRAGMA application_id = 1497579852;
PRAGMA user_version = 14;
BEGIN TRANSACTION;
CREATE TABLE "asks" (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL,
    session TEXT NOT NULL,
    key TEXT,
    agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    ask TEXT NOT NULL,
    search TEXT NOT NULL
  ) STRICT;
INSERT INTO "asks" VALUES(1,'ask_drafted','agent','"s"','"k"','Builder',1772366400000,1772366400000,'{"kind":"question","agent":{"name":"Builder","session":"s"},"questions":[{"question":"Which database?","header":"Choice","kind":"choice","options":[{"label":"PostgreSQL","description":"What PostgreSQL brings"},{"label":"SQLite","description":"What SQLite brings"}],"multiSelect":false}],"context":"why","metadata":{"a":1},"onTimeout":"expire","to":["ana"]}','which database?
choice
postgresql
what postgresql brings
sqlite
what sqlite brings
');
INSERT INTO "asks" VALUES(3,'ask_answered','agent','null',NULL,'Builder',1772366400000,1772366400000,'{"kind":"question","agent":{"name":"Builder"},"questions":[{"question":"Which database?","header":"Choice","kind":"choice","options":[{"label":"PostgreSQL","description":"What PostgreSQL brings"},{"label":"SQLite","description":"What SQLite brings"}],"multiSelect":false}],"onTimeout":"expire"}','which database?
choice
postgresql
what postgresql brings
sqlite
what sqlite brings
');
INSERT INTO "asks" VALUES(6,'ask_taken','agent','null',NULL,'Builder',1772366400000,1772366400000,'{"kind":"question","agent":{"name":"Builder"},"questions":[{"question":"Which database?","header":"Choice","kind":"choice","options":[{"label":"PostgreSQL","description":"What PostgreSQL brings"},{"label":"SQLite","description":"What SQLite brings"}],"multiSelect":false}],"onTimeout":"expire"}','which database?
choice
postgresql
what postgresql brings
sqlite
what sqlite brings
');
CREATE TABLE codes (
    hash TEXT PRIMARY KEY,
    made_from TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT;
CREATE TABLE draft_events (
    sequence INTEGER PRIMARY KEY,
    position INTEGER NOT NULL
  , type TEXT NOT NULL DEFAULT 'ask-drafted') STRICT;
INSERT INTO "draft_events" VALUES(2,1,'ask-drafted');
INSERT INTO "draft_events" VALUES(5,3,'ask-delivered');
CREATE TABLE endings (
    sequence INTEGER PRIMARY KEY,
    position INTEGER NOT NULL UNIQUE,
    status TEXT NOT NULL,
    token TEXT NOT NULL,
    session TEXT NOT NULL,
    agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    expires_at INTEGER,
    draft_revision INTEGER NOT NULL,
    draft TEXT,
    outcome TEXT NOT NULL,
    search TEXT NOT NULL
  ) STRICT;
INSERT INTO "endings" VALUES(4,3,'answered','agent','null','Builder',1772366400000,1772366400005,NULL,0,NULL,'{"status":"answered","answers":[{"question":"Which database?","header":"Choice","selectedOptions":["SQLite"]}],"by":{"surface":"web","act":"click"},"at":"2026-03-01T12:00:00.005Z"}','sqlite


');
INSERT INTO "endings" VALUES(7,6,'declined','agent','null','Builder',1772366400000,1772366400007,NULL,0,NULL,'{"status":"declined","by":{"surface":"web","act":"click"},"at":"2026-03-01T12:00:00.007Z"}','');
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value ANY
  ) STRICT;
INSERT INTO "meta" VALUES('sequence',0);
INSERT INTO "meta" VALUES('events_from',0);
INSERT INTO "meta" VALUES('logs',0);
INSERT INTO "meta" VALUES('id','b0026775-5e3f-46c4-9b24-0737132cb45e');
INSERT INTO "meta" VALUES('epoch','b0026775-5e3f-46c4-9b24-0737132cb45e');
INSERT INTO "meta" VALUES('note:x','y');
CREATE TABLE notices (
    id INTEGER PRIMARY KEY,
    ask TEXT NOT NULL REFERENCES asks (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    target TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    at INTEGER NOT NULL,
    reason TEXT
  ) STRICT;
INSERT INTO "notices" VALUES(1,'ask_answered','ask-ended','hook','waiting',0,1772366400000,1772366400000,NULL);
CREATE TABLE pending (
    position INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    session TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    draft_revision INTEGER NOT NULL DEFAULT 0,
    draft TEXT
  , bytes INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "pending" VALUES(1,'agent','"s"',1772366400000,1772366406000,1,'{"draft":{"entries":[],"comment":"half","reason":""},"surface":"web","at":1772366400000}',356);
CREATE TABLE sightings (
    position INTEGER PRIMARY KEY,
    last_seen_at INTEGER NOT NULL,
    delivered_at INTEGER
  , delivery TEXT, delivery_note TEXT) STRICT;
INSERT INTO "sightings" VALUES(3,1772366400009,1772366400009,'refused','late');
INSERT INTO "sightings" VALUES(6,1772366400007,1772366400007,'taken',NULL);
CREATE TABLE "tokens" (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    ask TEXT REFERENCES "asks" (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
  , last_used_at INTEGER, made_from TEXT, device TEXT, port INTEGER, rights TEXT, person TEXT) STRICT;
INSERT INTO "tokens" VALUES('t','h','human','ana',NULL,1772366400000,NULL,NULL,NULL,NULL,'answer','ana');
INSERT INTO "tokens" VALUES('link','h2','link','','ask_drafted',1772366400000,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE INDEX pending_session ON pending (session, position, token);
CREATE INDEX pending_due ON pending (expires_at, position) WHERE expires_at IS NOT NULL;
CREATE INDEX endings_agent ON endings (agent, created_at, status, ended_at);
CREATE INDEX tokens_ask ON tokens (ask) WHERE ask IS NOT NULL;
CREATE INDEX notices_ask ON notices (ask);
CREATE INDEX notices_due ON notices (due_at, id) WHERE state = 'waiting';
CREATE INDEX notices_failed ON notices (at) WHERE state = 'failed';
CREATE INDEX asks_key ON asks (key, token, session, position) WHERE key IS NOT NULL;
COMMIT;
