export { reencodeImage, type Picture } from './reencode-image.ts';
