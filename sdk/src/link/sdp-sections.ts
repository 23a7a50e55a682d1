/** An SDP text split into its sections. */
export interface SdpSections {
  /** Lines before the first section. */
  readonly session: string;
  readonly sections: readonly string[];
}

export function splitSdp(sdp: string): SdpSections {
  const parts = sdp.split(/^(?=m=)/m);
  const session = sdp.startsWith('m=') ? '' : (parts.shift() ?? '');
  return { session, sections: parts };
}

export const midOf = (section: string): string | undefined => /^a=mid:(\S+)/m.exec(section)?.[1];

/** Changes the sections of these mids together, as one text. */
export function adjustSections(sdp: string, mids: readonly string[], adjust: (sdp: string) => string): string {
  const { session, sections } = splitSdp(sdp);
  const own = sections.filter((section) => mids.includes(midOf(section) ?? ''));
  const adjusted = [...splitSdp(adjust(own.join(''))).sections];
  return [session, ...sections.map((section) => (own.includes(section) ? (adjusted.shift() ?? '') : section))].join('');
}

/** Synchronisation sources in the sections of these mids. */
export function sourcesOf(sdp: string, mids: readonly string[]): number[] {
  return splitSdp(sdp)
    .sections.filter((section) => mids.includes(midOf(section) ?? ''))
    .flatMap((section) => [...section.matchAll(/^a=ssrc:(\d+)/gm)].map(([, ssrc]) => Number(ssrc)));
}
