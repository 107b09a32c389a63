import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, takeNatsAccount } from '@psa/test-kit';
import { authorityFile, natsUpgrade, TlsFront } from '@psa/test-kit/tls';
import { Broker } from './broker.ts';

describe('a connection to NATS by TLS', () => {
  let front: TlsFront;
  let url: string;

  beforeEach(async () => {
    const plain = new URL(await takeNatsAccount());
    front = await TlsFront.start(plain.host, natsUpgrade);
    url = `nats://${plain.username}:${plain.password}@localhost:${front.port}`;
  });
  afterEach(() => front.stop());

  it('is made where the authority of the certificate is known', async () => {
    const broker = await Broker.connect({ url, name: 'tls', tls: { caFile: authorityFile('known') } });
    await broker.connection.flush();
    expect(front.accepted).toBe(1);
    await broker.close();
  });

  it('is not made before the server shows a certificate of that authority', async () => {
    front.authority = 'other';
    const connecting = Broker.connect({ url, name: 'tls', tls: { caFile: authorityFile('known') } });
    await eventually(() => front.refused > 1);
    front.authority = 'known';
    const broker = await connecting;
    await broker.connection.flush();
    await broker.close();
  });
});
