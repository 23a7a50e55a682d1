import type { CameraOptions, CommandMessage, Refusal, ReplyMessage } from './commands.js';
import { Participant, type ParticipantEnvironment } from './participant.js';

/** The entry of a participant's process: carries out commands of its parent. */
const environment = process.env as unknown as ParticipantEnvironment;
const participant = new Participant(
  environment.PARTICIPANT_NAME,
  Number(environment.PARTICIPANT_SENDER),
  JSON.parse(environment.PARTICIPANT_CAMERA) as CameraOptions,
);

const reply = (message: ReplyMessage): void => void process.send?.(message);

function toFailure(error: unknown): Refusal {
  const { code, specMessage } = (error ?? {}) as Partial<Refusal>;
  return { message: error instanceof Error ? error.message : String(error), code, specMessage };
}

const carryOut = async ({ name, args }: CommandMessage): Promise<unknown> =>
  (participant.handlers[name] as (args: unknown) => Promise<unknown>)(args);

process.on('message', (command: CommandMessage) => {
  carryOut(command).then(
    (result) => reply({ id: command.id, result }),
    (error: unknown) => reply({ id: command.id, error: toFailure(error) }),
  );
});
// The test's process has ended.
process.on('disconnect', () => process.exit(0));
