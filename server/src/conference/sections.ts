/**
 * The part of an offer for many streams that belongs to one stream: the session part, and the sections of these mids.
 */
export function sectionsOf(sdp: string, mids: readonly string[]): string {
  const [session = '', ...sections] = sdp.split(/^(?=m=)/m);
  const isOf = (section: string): boolean => {
    const mid = /^a=mid:(\S+)/m.exec(section)?.[1];
    return mid !== undefined && mids.includes(mid);
  };
  return [session, ...sections.filter(isOf)].join('');
}
