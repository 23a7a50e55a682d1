/** An address and a range of its ports, both ends included. */
export interface PortRange {
  readonly ip: string;
  readonly minPort: number;
  readonly maxPort: number;
}

/** Addresses of a server from here, if they differ from the ones that it announces (spec §7: relay configuration). */
export interface RelayConfiguration {
  /** Host of the signalling socket, with its port where it is not 443. */
  readonly ws?: string | undefined;
  /** `host:port` of the TURN server. */
  readonly turn?: string | undefined;
  /**
   * Candidates of the media server whose address lies in `src` are reached in `dst`, at the same offset of the range.
   */
  readonly candidateMap: readonly { readonly src: PortRange; readonly dst: PortRange }[];
}
