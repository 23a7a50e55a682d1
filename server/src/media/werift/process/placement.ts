interface PlacedTransport {
  readonly worker: number;
  readonly roomId: string;
  /** Distinguishes two transports of the same id. */
  readonly epoch: number;
  /** For a transport in a shared connection: the connection, and the source that it publishes or subscribes to. */
  readonly part?: { readonly connectionId: string; readonly sourceId: string } | undefined;
  /** True once the caller has received the transport; until then its failure is reported by the pending call. */
  isOpen: boolean;
}

export interface Placed {
  readonly worker: number;
  readonly epoch: number;
}

/** Assignment of rooms, sources and transports to workers. */
export class Placement {
  #epoch = 0;
  readonly #transports = new Map<string, PlacedTransport>();
  readonly #sources = new Map<string, { readonly worker: number; readonly roomId: string }>();

  /** The worker that a room's next source belongs on. */
  workerOf(roomId: string, workers: number): number {
    return this.#room(roomId) ?? this.#leastLoaded(workers);
  }

  /** The worker of a new transport: that of its room, or the one with the fewest transports. */
  place(roomId: string, transportId: string, sourceId: string, workers: number): Placed {
    return this.placeOn(this.#sources.get(sourceId)?.worker ?? this.workerOf(roomId, workers), roomId, transportId);
  }

  /** Places a transport on a given worker: that of its shared connection. */
  placeOn(worker: number, roomId: string, transportId: string, part?: PlacedTransport['part']): Placed {
    const epoch = ++this.#epoch;
    this.#transports.set(transportId, { worker, roomId, epoch, part, isOpen: false });
    return { worker, epoch };
  }

  transport(transportId: string): number | undefined {
    return this.#transports.get(transportId)?.worker;
  }

  /** The epoch that a transport was placed under; 0 where it is unknown. */
  epochOf(transportId: string): number {
    return this.#transports.get(transportId)?.epoch ?? 0;
  }

  /** True if the transport of that id is still the one placed under the epoch. */
  isCurrent(transportId: string, epoch: number): boolean {
    return this.#transports.get(transportId)?.epoch === epoch;
  }

  opened(transportId: string, epoch: number): void {
    const entry = this.#transports.get(transportId);
    if (entry?.epoch === epoch) entry.isOpen = true;
  }

  /**
   * Removes a transport that is still being opened, or part of a connection; other transports report their end
   * themselves.
   */
  cancel(transportId: string): void {
    const entry = this.#transports.get(transportId);
    if (entry?.isOpen === false || entry?.part !== undefined) this.#transports.delete(transportId);
  }

  /** Stores the worker of a source; returns true if it is new. */
  addSource(sourceId: string, roomId: string, worker: number): boolean {
    if (this.#sources.has(sourceId)) return false;
    this.#sources.set(sourceId, { worker, roomId });
    return true;
  }

  source(sourceId: string): number | undefined {
    return this.#sources.get(sourceId)?.worker;
  }

  /** Removes a transport, unless its id has been reassigned since. */
  dropTransport(transportId: string, epoch: number): void {
    if (!this.isCurrent(transportId, epoch)) return;
    this.#transports.delete(transportId);
    this.#dropParts((part) => part.connectionId === transportId);
  }

  dropSource(sourceId: string): void {
    this.#sources.delete(sourceId);
    this.#dropParts((part) => part.sourceId === sourceId);
  }

  /** Removes everything on a worker and returns the transports that were open. */
  dropWorker(worker: number): string[] {
    for (const [sourceId, source] of this.#sources) if (source.worker === worker) this.#sources.delete(sourceId);
    const lost = [...this.#transports].filter(([, entry]) => entry.worker === worker);
    for (const [transportId] of lost) this.#transports.delete(transportId);
    return lost.filter(([, entry]) => entry.isOpen).map(([transportId]) => transportId);
  }

  #dropParts(isOver: (part: NonNullable<PlacedTransport['part']>) => boolean): void {
    for (const [id, { part }] of this.#transports) if (part && isOver(part)) this.#transports.delete(id);
  }

  #room(roomId: string): number | undefined {
    for (const source of this.#sources.values()) if (source.roomId === roomId) return source.worker;
    for (const transport of this.#transports.values()) if (transport.roomId === roomId) return transport.worker;
    return undefined;
  }

  #leastLoaded(workers: number): number {
    const loads = Array.from({ length: workers }, () => 0);
    for (const { worker } of this.#transports.values()) loads[worker] = (loads[worker] ?? 0) + 1;
    return loads.indexOf(Math.min(...loads));
  }
}
