import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What may go wrong with a device, or be wrong about it. */
export interface Quirks {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** How often it says that it has signed. */
  readonly counter?: number;
  /** Whether it has asked who holds it. */
  readonly verified?: boolean;
  readonly type?: string;
  readonly userHandle?: string;
}

interface RegistrationOptions {
  readonly challenge: string;
  readonly user: { readonly id: string };
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

/** A device with one passkey, in software: for what a browser would not let happen. */
export class SoftAuthenticator {
  readonly id = base64url(randomBytes(32));
  readonly #rpId: string;
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';
  #counter = 0;

  constructor(base: string) {
    const { hostname, origin } = new URL(base);
    this.#rpId = hostname;
    this.#origin = origin;
  }

  /** What `navigator.credentials.create` answers. */
  create(options: RegistrationOptions, quirks: Quirks = {}) {
    this.#userHandle = options.user.id;
    const authData = Buffer.concat([
      this.#authData(quirks, HAS_KEY),
      Buffer.alloc(16),
      uint(32, 2),
      Buffer.from(this.id, 'base64url'),
      this.#coseKey(),
    ]);
    // {fmt: "none", attStmt: {}, authData}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59]),
      uint(authData.length, 2),
      authData,
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, quirks),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get` answers. */
  get({ challenge }: { readonly challenge: string }, quirks: Quirks = {}) {
    this.#counter = quirks.counter ?? this.#counter + 1;
    const authenticatorData = this.#authData({ counter: this.#counter, ...quirks }, 0);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, quirks);
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]),
      this.#keys.privateKey,
    );
    return this.#credential({
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: quirks.userHandle ?? this.#userHandle,
    });
  }

  #credential<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, response, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, quirks: Quirks): string {
    return base64url(
      JSON.stringify({
        type: quirks.type ?? type,
        challenge: quirks.challenge ?? challenge,
        origin: quirks.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }

  #authData({ rpId = this.#rpId, verified = true, counter = 0 }: Quirks, flags: number): Buffer {
    return Buffer.concat([sha256(rpId), Buffer.from([USER_PRESENT | (verified ? USER_VERIFIED : 0) | flags]), uint(counter, 4)]);
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an ES256 key. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [head, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
    return Buffer.concat([head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')]);
  }
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
