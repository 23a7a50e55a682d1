import {
  DISPLAY_NAME_MAX,
  displayName,
  ROOM_NAME_MAX,
  ROOM_PASSWORD_MAX,
  ROOM_PASSWORD_MIN,
  roomName,
  roomPassword,
} from '@lectern/marketplace-contract';
import type { MessageId } from '../../../i18n/messages.js';
import type { EntryForm } from './phase.js';

/** The error of a field: a message and its values. */
export interface FieldError {
  readonly id: MessageId;
  readonly values?: Readonly<Record<string, number>>;
}

export type FieldErrors = Readonly<Partial<Record<keyof EntryForm, FieldError>>>;

/** Checks the lobby's form with the contract's own schemas. */
export function checkEntryForm({ name, room, password }: EntryForm): FieldErrors {
  return {
    ...(!displayName.safeParse(name).success && {
      name:
        name.trim() === ''
          ? { id: 'field.name.required' as const }
          : { id: 'field.name.tooLong' as const, values: { max: DISPLAY_NAME_MAX } },
    }),
    ...(!roomName.safeParse(room).success && {
      room:
        room.trim() === ''
          ? { id: 'field.room.required' as const }
          : { id: 'field.room.tooLong' as const, values: { max: ROOM_NAME_MAX } },
    }),
    ...(!roomPassword.safeParse(password).success && {
      password: { id: 'field.password.length' as const, values: { min: ROOM_PASSWORD_MIN, max: ROOM_PASSWORD_MAX } },
    }),
  };
}
