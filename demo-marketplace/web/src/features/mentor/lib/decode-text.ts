/** Decodes a text file: UTF-8, or else Big5, in which programs in Taiwan still write subtitles. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('big5').decode(bytes);
  }
}
