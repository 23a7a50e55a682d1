import { useEffect, useRef, useState, type PointerEvent, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { SubmitButton } from '../../../ui/submit-button.js';
import { cropOf, moved, type Crop } from '../lib/crop.js';

/** Width and height of the saved image, in pixels. */
const SIDE = 512;
const QUALITY = 0.9;
/** Dragging is not for everybody. */
const SLIDERS = [
  { id: 'zoom', min: 1, max: 4 },
  { id: 'x', min: 0, max: 1 },
  { id: 'y', min: 0, max: 1 },
] as const;

export interface CropDialogProps {
  /** Undefined while nothing is cut. */
  readonly picture: ImageBitmap | undefined;
  readonly isBusy: boolean;
  readonly onDone: (cut: Blob) => void;
  readonly onClose: () => void;
}

/** Crops an image to a square, by dragging or by sliders for position and zoom. */
export function CropDialog({ picture, isBusy, onDone, onClose }: CropDialogProps): ReactElement {
  const t = useText();
  return (
    <Dialog
      title={t('profile.picture.crop')}
      text={t('profile.picture.crop.text')}
      isOpen={picture !== undefined}
      onClose={onClose}
    >
      {picture !== undefined && <Cutting {...{ picture, isBusy, onDone, onClose }} />}
    </Dialog>
  );
}

function Cutting({
  picture,
  isBusy,
  onDone,
  onClose,
}: CropDialogProps & { readonly picture: ImageBitmap }): ReactElement {
  const t = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 });
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context == null) return;
    const { left, top, side } = cropOf(picture, crop);
    // JPEG has no transparency, so transparent parts become white.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, SIDE, SIDE);
    context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  }, [picture, crop]);

  const drag = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons === 0) return;
    const width = event.currentTarget.clientWidth;
    setCrop((current) => moved(picture, current, -event.movementX / width, -event.movementY / width));
  };
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        canvas.current?.toBlob((cut) => cut !== null && onDone(cut), 'image/jpeg', QUALITY);
      }}
    >
      <div className="mx-auto w-full max-w-64 overflow-hidden rounded-full">
        <canvas
          ref={canvas}
          width={SIDE}
          height={SIDE}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          className="aspect-square w-full cursor-move touch-none bg-sunken"
        />
      </div>
      {SLIDERS.map(({ id, min, max }) => (
        <Field key={id} label={t(`profile.picture.${id}`)}>
          {(ids) => (
            <input
              {...ids}
              type="range"
              min={min}
              max={max}
              step={0.01}
              value={crop[id]}
              onChange={({ target }) => setCrop(moved(picture, { ...crop, [id]: Number(target.value) }, 0, 0))}
              className="w-full accent-accent"
            />
          )}
        </Field>
      ))}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="quiet" onClick={onClose}>
          {t('profile.cancel')}
        </Button>
        <SubmitButton isBusy={isBusy}>{t('profile.picture.use')}</SubmitButton>
      </div>
    </form>
  );
}
