import { DatabaseSync, type StatementSync } from 'node:sqlite'

/**
 * A keyed set of documents, held in memory and written behind. Documents are changed in place and
 * then `put` again.
 */
export class Collection<T> {
  readonly #docs = new Map<string, T>()
  readonly #kind: string
  readonly #touch: (kind: string, id: string, doc: T | undefined) => void

  constructor(kind: string, touch: (kind: string, id: string, doc: unknown) => void) {
    this.#kind = kind
    this.#touch = touch
  }

  get size() {
    return this.#docs.size
  }
  get(id: string): T | undefined {
    return this.#docs.get(id)
  }
  values(): IterableIterator<T> {
    return this.#docs.values()
  }
  put(id: string, doc: T): T {
    this.#docs.set(id, doc)
    this.#touch(this.#kind, id, doc)
    return doc
  }
  delete(id: string): void {
    if (this.#docs.delete(id)) this.#touch(this.#kind, id, undefined)
  }
  load(id: string, doc: T): void {
    this.#docs.set(id, doc)
  }
}

/**
 * Memory is the truth while running; SQLite is what a restart reads. Handlers are synchronous,
 * so every change of one request is marked before the next request runs, and one transaction
 * holds all of a tick's changes: no half request is ever on disk. An answer leaves only after
 * `saved()`. See decision 21.
 */
export class Store {
  readonly #db: DatabaseSync | undefined
  readonly #upsert: StatementSync | undefined
  readonly #remove: StatementSync | undefined
  readonly #collections = new Map<string, Collection<unknown>>()
  #dirty = new Map<string, { kind: string; id: string; doc: unknown }>()
  #flush: Promise<void> | undefined
  #later: NodeJS.Timeout | undefined
  /**
   * Grows with every write to disk: a document that was put at one epoch is on disk at the next.
   */
  epoch = 0

  constructor(file?: string) {
    if (!file) return
    this.#db = new DatabaseSync(file)
    // NORMAL in WAL mode survives a killed process; only a power cut can take the last moments,
    // which a simulator may lose.
    this.#db.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000',
    )
    // Bodies are appended and only the small keys are sorted: random ids in a clustered table cost
    // a third of all time.
    this.#db.exec(
      'create table if not exists doc (kind text not null, id text not null, body text not null, unique (kind, id))',
    )
    this.#upsert = this.#db.prepare(
      'insert into doc values (?, ?, ?) on conflict (kind, id) do update set body = excluded.body',
    )
    this.#remove = this.#db.prepare('delete from doc where kind = ? and id = ?')
  }

  collection<T>(kind: string): Collection<T> {
    const made = new Collection<T>(kind, (k, id, doc) => {
      if (!this.#db) return
      this.#dirty.set(`${k}\0${id}`, { kind: k, id, doc })
      // A change that nobody waits for is written soon all the same.
      this.#later ??= setTimeout(() => this.flush(), 200).unref()
    })
    this.#collections.set(kind, made as Collection<unknown>)
    return made
  }

  /**
   * Fills every collection made so far. Insertion order is not kept: records that need an order
   * hold a sequence number.
   */
  load(): void {
    if (!this.#db) return
    for (const row of this.#db.prepare('select kind, id, body from doc').iterate())
      this.#collections
        .get(row.kind as string)
        ?.load(row.id as string, JSON.parse(row.body as string))
  }

  saved(): Promise<void> {
    if (this.#dirty.size === 0) return this.#flush ?? Promise.resolve()
    this.#flush ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#flush = undefined
        try {
          this.flush()
          resolve()
        } catch (error) {
          reject(error)
        }
      })
    })
    return this.#flush
  }

  flush(): void {
    clearTimeout(this.#later)
    this.#later = undefined
    this.epoch += 1
    if (!this.#db || !this.#upsert || !this.#remove || this.#dirty.size === 0) return
    const changes = this.#dirty
    this.#dirty = new Map()
    this.#db.exec('begin')
    for (const { kind, id, doc } of changes.values())
      if (doc === undefined) this.#remove.run(kind, id)
      else this.#upsert.run(kind, id, JSON.stringify(doc))
    this.#db.exec('commit')
  }

  close(): void {
    this.flush()
    this.#db?.close()
  }
}
