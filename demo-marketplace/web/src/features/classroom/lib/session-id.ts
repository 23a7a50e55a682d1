/** Id of a session in an address. */
export const SESSION_ID = /^[1-9]\d{0,15}$/;
