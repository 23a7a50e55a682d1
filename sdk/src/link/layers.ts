/** Bit rates of a quarter, half and full size of 1280×720; smaller pictures have proportionally less. */
const BITRATES = [150_000, 500_000, 1_700_000];
const REFERENCE_PIXELS = 1280 * 720;
/** Browsers send a third layer from this size on, and a second one from half of it on. */
const THREE_LAYERS_PIXELS = 960 * 540;
const TWO_LAYERS_PIXELS = 480 * 270;
const RIDS = ['q', 'h', 'f'];

/** Encodings of a camera's picture in several sizes, smallest first; undefined where it is too small for more than one. */
export function layersOf(track: MediaStreamTrack): RTCRtpEncodingParameters[] | undefined {
  const { width = 0, height = 0 } = track.getSettings();
  const pixels = width * height;
  const count = pixels >= THREE_LAYERS_PIXELS ? 3 : pixels >= TWO_LAYERS_PIXELS ? 2 : 1;
  if (count === 1) return undefined;
  const share = Math.min(1, pixels / REFERENCE_PIXELS);
  return RIDS.slice(-count).map((rid, index) => ({
    rid,
    scaleResolutionDownBy: 2 ** (count - 1 - index),
    maxBitrate: Math.round(share * (BITRATES.at(index - count) ?? 0)),
  }));
}
