/**
 * Another device of the same user answered first (spec §4, §8). The end reason is not part of `ConferenceBody`, since
 * deployed readers do not know the value: it is sent in the content, beside a body that says that the call was hung up.
 */
export const OtherDevice = { endReason: 10, result: -554, msg: 'Other device call it. you no.' } as const;
