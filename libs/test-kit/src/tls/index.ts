export { type CertificateFiles, TestAuthority, type TestCertificate, writeCertificate } from './test-authority.ts';
export { authorityFile, natsUpgrade, postgresUpgrade, TlsFront } from './tls-front.ts';
