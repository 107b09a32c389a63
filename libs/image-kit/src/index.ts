export { reencodeImage, reencodeLogo, type Picture } from './reencode-image.ts';
