interface PlacedTransport {
  readonly worker: number;
  readonly roomId: string;
  /** Tells two transports of the same id apart. */
  readonly epoch: number;
  /** Whether its owner has it: what is still being opened is told by its own failure. */
  isOpen: boolean;
}

export interface Placed {
  readonly worker: number;
  readonly epoch: number;
}

/** Which room, source and transport is on which worker. */
export class Placement {
  #epoch = 0;
  readonly #transports = new Map<string, PlacedTransport>();
  readonly #sources = new Map<string, { readonly worker: number; readonly roomId: string }>();

  /** The worker that a room's next source belongs on. */
  workerOf(roomId: string, workers: number): number {
    return this.#room(roomId) ?? this.#leastLoaded(workers);
  }

  /** The worker of a new transport: where its room is already, or the one with the fewest transports. */
  place(roomId: string, transportId: string, sourceId: string, workers: number): Placed {
    const worker = this.#sources.get(sourceId)?.worker ?? this.workerOf(roomId, workers);
    const epoch = ++this.#epoch;
    this.#transports.set(transportId, { worker, roomId, epoch, isOpen: false });
    return { worker, epoch };
  }

  transport(transportId: string): number | undefined {
    return this.#transports.get(transportId)?.worker;
  }

  /** Whether the transport of that id is still the one placed under the epoch. */
  isCurrent(transportId: string, epoch: number): boolean {
    return this.#transports.get(transportId)?.epoch === epoch;
  }

  opened(transportId: string, epoch: number): void {
    const entry = this.#transports.get(transportId);
    if (entry?.epoch === epoch) entry.isOpen = true;
  }

  /** Forgets a transport that is still being opened; an open one tells of its end itself. */
  cancel(transportId: string): void {
    if (this.#transports.get(transportId)?.isOpen === false) this.#transports.delete(transportId);
  }

  /** Notes where a source is; returns whether it is new. */
  addSource(sourceId: string, roomId: string, worker: number): boolean {
    if (this.#sources.has(sourceId)) return false;
    this.#sources.set(sourceId, { worker, roomId });
    return true;
  }

  source(sourceId: string): number | undefined {
    return this.#sources.get(sourceId)?.worker;
  }

  /** Forgets a transport, unless its id has been given to another since. */
  dropTransport(transportId: string, epoch: number): void {
    if (this.isCurrent(transportId, epoch)) this.#transports.delete(transportId);
  }

  dropSource(sourceId: string): void {
    this.#sources.delete(sourceId);
  }

  /** Forgets all that was on a worker and returns the transports that were open. */
  dropWorker(worker: number): string[] {
    for (const [sourceId, source] of this.#sources) if (source.worker === worker) this.#sources.delete(sourceId);
    const lost = [...this.#transports].filter(([, entry]) => entry.worker === worker);
    for (const [transportId] of lost) this.#transports.delete(transportId);
    return lost.filter(([, entry]) => entry.isOpen).map(([transportId]) => transportId);
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
