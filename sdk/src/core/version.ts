/** Version of this SDK, sent to servers and other members (`res.ver`, `terminal.version`). */
export const SDK_VERSION = '0.1.0';
