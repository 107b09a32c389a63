import { html } from './html.ts';

/** Asks for the code of the second factor. */
export const secondFactorFields = html`<label for="twoFactorCode">Code of the second factor</label>
<input id="twoFactorCode" name="twoFactorCode" autocomplete="one-time-code" maxlength="64" spellcheck="false" required aria-describedby="twoFactorHint">
<p class="hint" id="twoFactorHint">From your authenticator app, or one of your recovery codes.</p>
<label class="check"><input type="checkbox" name="trustDevice" value="true">Do not ask for a code on this device for 30 days</label>`;
