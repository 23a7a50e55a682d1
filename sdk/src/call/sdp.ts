/** Disables video in a description: in an audio call its video section becomes inactive (spec §5). */
export const withoutVideo = (sdp: string): string =>
  sdp
    .split(/^(?=m=)/m)
    .map((section) =>
      section.startsWith('m=video') ? section.replace(/^a=(?:sendrecv|sendonly)(\r?)$/gm, 'a=inactive$1') : section,
    )
    .join('');
