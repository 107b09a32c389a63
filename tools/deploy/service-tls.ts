import type { peerSettings } from '@psa/service-kit';
import { installationValue } from './installation-component.ts';
import { componentOf, labelsOf, type Resource } from './resource.ts';
import { HTTP_PORT, type Workload } from './workload.ts';

/** Where a process finds its certificate. */
const CERTIFICATE_DIR = '/run/certificates';
/** Made by the component `tls`. */
const ISSUER = 'psa-authority';
/** Before services start. */
const FIRST_WAVE = { 'argocd.argoproj.io/sync-wave': '-2' };

const secretName = (name: string) => `${name}-tls`;

/** The certificate of a gateway or service, by which it is known to those that call it and those it calls. */
export function serviceCertificate({ name }: Workload): Resource {
  return {
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { name, labels: labelsOf(name, componentOf(name)), annotations: FIRST_WAVE },
    spec: {
      secretName: secretName(name),
      // Processes read a renewed certificate by themselves: no reason to roll them.
      secretTemplate: { annotations: { 'reloader.stakater.com/ignore': 'true' } },
      duration: '2160h',
      renewBefore: '720h',
      privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
      usages: ['server auth', 'client auth'],
      dnsNames: [name],
      issuerRef: { kind: 'Issuer', name: ISSUER },
    },
  };
}

/** Has each process speak TLS and verify whom it calls: see docs/operations.md. @returns a Kustomize component */
export function serviceTlsComponent(workloads: readonly Workload[]): object {
  const file = (name: string) => `${CERTIFICATE_DIR}/${name}`;
  return {
    resources: ['certificates.yaml'],
    patches: [
      ...workloads.flatMap((workload) => [
        patch({ kind: 'ConfigMap', name: `psa-${workload.name}` }, [
          ...Object.entries(tlsSettings(workload, file)).map(([name, value]) => ({ op: 'add', path: `/data/${name}`, value })),
          ...encryptedAddresses(workload).map(([name, value]) => ({ op: 'replace', path: `/data/${name}`, value })),
        ]),
        patch({ kind: 'Deployment', name: workload.name }, [
          {
            op: 'add',
            path: '/spec/template/spec/containers/0/volumeMounts/-',
            value: { name: 'certificate', mountPath: CERTIFICATE_DIR, readOnly: true },
          },
          {
            op: 'add',
            path: '/spec/template/spec/volumes/-',
            value: { name: 'certificate', secret: { secretName: secretName(workload.name), defaultMode: 0o440 } },
          },
        ]),
      ]),
      // The controller has no certificate of this authority: the gateway admits who has none, and is verified.
      patch({ kind: 'Ingress', name: 'gateway' }, [
        annotation('backend-protocol', 'HTTPS'),
        annotation('proxy-ssl-secret', `psa/${secretName('gateway')}`),
        annotation('proxy-ssl-verify', 'on'),
        annotation('proxy-ssl-name', 'gateway'),
      ]),
    ],
    replacements: [
      {
        source: installationValue('namespace'),
        targets: [
          {
            select: { kind: 'Ingress', name: 'gateway' },
            fieldPaths: ['metadata.annotations.[nginx.ingress.kubernetes.io/proxy-ssl-secret]'],
            options: { delimiter: '/', index: 0 },
          },
        ],
      },
    ],
  };
}

type PeerSetting = keyof typeof peerSettings;

function tlsSettings({ name }: Workload, file: (name: string) => string): Partial<Record<PeerSetting, string>> {
  return {
    PSA_HTTP_TLS_CERT: file('tls.crt'),
    PSA_HTTP_TLS_KEY: file('tls.key'),
    // The gateway is called by people's programs as well.
    ...(componentOf(name) === 'service' && { PSA_HTTP_TLS_CLIENT_CA: file('ca.crt') }),
    PSA_PEER_TLS_CA: file('ca.crt'),
    PSA_PEER_TLS_CERT: file('tls.crt'),
    PSA_PEER_TLS_KEY: file('tls.key'),
  };
}

/** The addresses of other processes among the settings of one. */
function encryptedAddresses({ environment }: Workload): [string, string][] {
  const address = new RegExp(`^http://[\\w-]+:${HTTP_PORT}(?:/|$)`);
  return Object.entries(environment)
    .filter(([, value]) => address.test(value))
    .map(([name, value]) => [name, value.replace('http:', 'https:')]);
}

function annotation(name: string, value: string): object {
  return { op: 'add', path: `/metadata/annotations/nginx.ingress.kubernetes.io~1${name}`, value };
}

function patch(target: object, operations: readonly object[]): object {
  return { target, patch: JSON.stringify(operations, null, 2) };
}
