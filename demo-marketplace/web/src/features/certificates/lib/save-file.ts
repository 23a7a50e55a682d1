/** High enough that compression artifacts around letters stay invisible. */
const JPEG_QUALITY = 0.95;

/** Has the browser save a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser takes the file after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Media type of a saved image. */
export type PictureType = 'image/png' | 'image/jpeg';

/** Renders an SVG as an image of `width` pixels. @throws {Error} when the browser cannot draw it */
export async function pictureOf(drawing: SVGSVGElement, width: number, type: PictureType): Promise<Blob> {
  const { width: w, height: h } = drawing.viewBox.baseVal;
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String((width * h) / w));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = (width * h) / w;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture was not drawn')) : resolve(blob)),
      type,
      JPEG_QUALITY,
    ),
  );
}
