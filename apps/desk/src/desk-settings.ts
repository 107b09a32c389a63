import { uploadSettings } from '@psa/blob-kit';

/** Settings of the desk service beside those every service has. */
export const deskSettings = { ...uploadSettings };
