import { ACCOUNT_PATH, passkeyRoutes } from '@psa/contracts-identity';
import type { RawAnswer } from '@psa/http-kit';
import { csrfTokenFor } from '../auth/auth-replies.ts';
import { authPage, pageScript } from '../sign-in/pages/auth-page.ts';
import { html } from '../sign-in/pages/html.ts';
import type { AccountVisit } from './account-visit.ts';
import { givenProof } from './proof-fields.ts';

/** Has the browser make the passkey when the form is sent, and sends what it made along. */
const SCRIPT = pageScript(`
const form = document.querySelector('form');
const failure = document.querySelector('#failure');
document.querySelector('#without-script').remove();
form.querySelector('button').disabled = false;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  failure.hidden = true;
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(form.dataset.options));
    const made = await navigator.credentials.create({ publicKey });
    form.elements.response.value = JSON.stringify(made.toJSON());
    form.submit();
  } catch ({ name }) {
    failure.textContent = name === 'InvalidStateError'
      ? 'This device already has a passkey for your account.'
      : 'The passkey was not created. Try again, or use another browser or device.';
    failure.hidden = false;
  }
});
`);

/**
 * The page on which the browser makes a passkey, for users who have proved themselves.
 * @throws VALIDATION_ERROR naming the missing or wrong proof, RATE_LIMITED, CONFLICT
 */
export async function addPasskeyPage(visit: AccountVisit, form: Parameters<typeof givenProof>[0]): Promise<RawAnswer> {
  const { data } = await visit.call(passkeyRoutes.startPasskey, { params: { id: visit.userId }, body: givenProof(form) });
  const { auth } = visit.ports;
  const csrf = csrfTokenFor(auth, visit.request);
  return authPage({
    title: 'Add a passkey',
    cookies: csrf.cookies,
    formOrigins: [auth.publicUrl.origin],
    script: SCRIPT,
    content: html`<p class="alert" id="without-script">Adding a passkey needs JavaScript, which is turned off in your browser.</p>
<p>Your browser asks you to confirm with your fingerprint, face or screen lock.</p>
<p class="alert" role="alert" id="failure" hidden></p>
<form method="post" action="${ACCOUNT_PATH}/passkeys" data-options="${JSON.stringify(data.options)}">
<input type="hidden" name="csrfToken" value="${csrf.token}">
<input type="hidden" name="challenge_token" value="${data.challenge_token}">
<input type="hidden" name="response" value="">
<label for="name">Name</label>
<input id="name" name="name" autocomplete="off" maxlength="100" aria-describedby="hint">
<p class="hint" id="hint">Such as the device it is on. Leave empty to name it after your browser.</p>
<button disabled>Create passkey</button>
</form>
<p class="after"><a href="${ACCOUNT_PATH}#passkeys">Back to your account</a></p>`,
  });
}
