import type { Clock } from '@lectern/kit/clock';

/** Options of a worker; sent over IPC, so plain data only. */
export interface TransportOptions {
  /**
   * Addresses put into answers instead of the host's own ones: the public address of a machine behind NAT, or the one
   * interface that clients can reach. Default: every IPv4 address of the host, the loopback one last.
   */
  readonly announcedAddresses?: readonly string[];
  /** Address to which the UDP sockets are bound. Default: all. */
  readonly listenAddress?: string;
  /** First and last UDP port, both included; divided between the workers. Default: any free port. */
  readonly portRange?: readonly [number, number];
  /** Voices of a room that are forwarded at once, the loudest ones; 0 for all. Default 0. */
  readonly maxVoices?: number;
}

export interface WeriftEngineOptions extends TransportOptions {
  /** Worker processes, 1 or more. Rooms are spread over them; one room stays on one. Default 1. */
  readonly workers?: number;
  /** Injected by tests. Default: the machine's clock. */
  readonly clock?: Clock;
  /** Receives a worker's crashes and unexpected events. Default: none. */
  readonly log?: (message: string, cause?: unknown) => void;
}
